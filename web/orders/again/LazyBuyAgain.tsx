/** Loads "Buy again" after the orders, because it imports the cart's code. */
import { lazyHydrated } from '../../hydration/lazy.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

export const LazyBuyAgain = lazyHydrated(
  () => import('./BuyAgain.tsx').then((file) => file.BuyAgain),
  <Skeleton className="h-11 w-32 rounded-md" />,
);
