/** Loads "Buy again" after the orders, since it brings the cart's code along. */
import { lazyHydrated } from '../../hydration/lazy.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

export const LazyBuyAgain = lazyHydrated(
  () => import('./BuyAgain.tsx').then((file) => file.BuyAgain),
  <Skeleton className="h-11 w-32 rounded-md" />,
);
