/** Loads the texts of refusals on demand, for pages whose first load excludes them. */
import { lazyHydrated } from '../../hydration/lazy.tsx';

export const LazyRefusalText = lazyHydrated(() => import('./RefusalText.tsx').then((file) => file.RefusalText));
