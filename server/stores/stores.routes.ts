/** Handlers of the store locator's endpoints. */
import type { storesEndpoints } from '@shop/contract/stores';
import type { Handlers } from '../context.ts';
import type { OutletIndex } from './outlet-index.ts';
import { listPositions, listShops, readShop } from './stores.ts';

/** Creates the handlers, which read the outlets from the index. */
export const storesHandlers = (index: OutletIndex): Handlers<keyof typeof storesEndpoints> => ({
  'stores.list': (ctx, { query }) => listShops(ctx, index, query),
  'stores.one': (ctx, { params }) => readShop(ctx, index, params.id),
  'stores.byId': (ctx, { query }) => readShop(ctx, index, query.id),
  'stores.map': (ctx) => listPositions(ctx, index),
});
