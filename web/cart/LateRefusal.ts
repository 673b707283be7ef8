/** The words of a rule, in pages whose first load should not carry those of all rules. */
import { deferred } from '../deferred.tsx';

export const LateRefusal = deferred(() => import('./RefusalText.tsx').then((file) => file.RefusalText));
