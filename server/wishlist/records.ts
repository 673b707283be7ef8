/** Favourites as part of what the shop holds of a customer. */
import * as v from 'valibot';
import { statement } from '../db/database.ts';
import { exportRows, exportStatement, type PersonalRecords } from '../identity/records.ts';

const joinWishlist = statement(
  'wishlist.join',
  v.object({}),
  `with given as (delete from wishlist where customer_id = any($1::uuid[]) returning product_id, created_at)
   insert into wishlist (customer_id, product_id, created_at)
   select $2::uuid, product_id, min(created_at) from given group by product_id order by product_id
   on conflict (customer_id, product_id) do nothing`,
);

const removeWishlist = statement('wishlist.forget', v.object({}), 'delete from wishlist where customer_id = $1');

const exportWishlist = exportStatement(
  'wishlist.export',
  `jsonb_build_object('slug', p.slug, 'name', p.name_en, 'created_at', w.created_at)`,
  'from wishlist w join products p on p.id = w.product_id where w.customer_id = $1 order by w.created_at, p.id',
);

export const wishlistRecords: PersonalRecords = {
  join: (ctx, from, into) => ctx.db.write(joinWishlist, [from, into]),
  remove: (ctx, customer_id) => ctx.db.write(removeWishlist, [customer_id]),
  exported: async (ctx, customer_id) => ({ wishlist: await exportRows(ctx, exportWishlist, customer_id) }),
};
