/** The calls for addresses. */
import type { addressesEndpoints } from '@shop/contract/addresses';
import type { Handlers } from '../http/context.ts';
import { listStates } from './states.ts';

export const addressesHandlers: Handlers<keyof typeof addressesEndpoints> = {
  'addresses.states': async (ctx) => ({ data: await listStates(ctx) }),
};
