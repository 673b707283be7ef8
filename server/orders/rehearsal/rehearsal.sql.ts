/** Statements of order rehearsals (`rehearse-order.ts`). */
import * as v from 'valibot';
import { statement } from '../../db/database.ts';

/** Inserts a product for a price in sen ($2), named by $1, with a picture of the shop's; no row without a category. */
export const insertRehearsedProduct = statement(
  'orders.insertRehearsedProduct',
  v.object({ id: v.number() }),
  `with product as (
     insert into products
       (slug, type, status, category_id, name_en, title_en, price, weight, image_hash, published_at, created_at, updated_at)
     select $1, 'simple', 'published', id, $1, $1, $2, 100, image_hash, $3, $3, $3
     from categories order by id limit 1
     returning id
   ), stock as (
     insert into inventory (product_id, quantity) select id, 1 from product
   )
   select id from product`,
);

/** Reads the final status of order $1 and stock of product $2. */
export const rehearsedOrder = statement(
  'orders.rehearsedOrder',
  v.object({ status: v.string(), quantity: v.number() }),
  `select o.status, i.quantity from orders o, inventory i where o.id = $1 and i.product_id = $2`,
);
