/** The words of a rule, in pages whose first load should not carry those of all rules. */
import { lazyHydrated } from '../lazy.tsx';

export const LazyRefusalText = lazyHydrated(() => import('./RefusalText.tsx').then((file) => file.RefusalText));
