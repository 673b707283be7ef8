import type { wishlistEndpoints } from '@shop/contract/wishlist';
import type { Handlers } from '../context.ts';
import { requireEntry } from '../lists/require-entry.ts';
import { addToWishlist, listFavourites, removeFromWishlist } from './wishlist.ts';

export const wishlistHandlers: Handlers<keyof typeof wishlistEndpoints> = {
  'wishlist.list': (ctx, { query }) => listFavourites(ctx, query),

  'wishlist.one': (ctx, { params }) => requireEntry(params.product_id, (query) => listFavourites(ctx, query)),

  'wishlist.add': async (ctx, { body }) => {
    await addToWishlist(ctx, body.product_id);
    return { success: true };
  },

  'wishlist.remove': async (ctx, { params }) => {
    await removeFromWishlist(ctx, params.product_id);
    return { success: true };
  },
};
