/** A customer's favourites: merge, removal, export. */
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { exportRows, exportStatement } from '../db/customer-export.ts';
import { statement } from '../db/database.ts';

const mergeWishlistsInto = statement(
  'wishlist.merge',
  v.object({}),
  `with moved as (delete from wishlist where customer_id = any($1::uuid[]) returning product_id, created_at)
   insert into wishlist (customer_id, product_id, created_at)
   select $2::uuid, product_id, min(created_at) from moved group by product_id order by product_id
   on conflict (customer_id, product_id) do nothing`,
);

const deleteWishlist = statement(
  'wishlist.removeOfCustomer',
  v.object({}),
  'delete from wishlist where customer_id = $1',
);

const wishlistRows = exportStatement(
  'wishlist.export',
  `jsonb_build_object('slug', p.slug, 'name', p.name_en, 'created_at', w.created_at)`,
  'from wishlist w join products p on p.id = w.product_id where w.customer_id = $1 order by w.created_at, p.id',
);

/** Moves the favourites of the customers `from` to `into`. */
export const mergeWishlists = (ctx: Ctx, from: readonly string[], into: string): Promise<void> =>
  ctx.db.write(mergeWishlistsInto, [from, into]);

export const removeWishlist = (ctx: Ctx, customer_id: string): Promise<void> =>
  ctx.db.write(deleteWishlist, [customer_id]);

export const exportWishlist = async (ctx: Ctx, customer_id: string): Promise<Record<string, unknown>> => ({
  wishlist: await exportRows(ctx.db, wishlistRows, customer_id),
});
