/** Statements of goods that replace others. */
import { STOCK_COLUMN } from '../../catalog/catalog.sql.ts';
import { listedLine } from '../../catalog/listing/offers.ts';
import { statement } from '../../db/database.ts';

/** Finds listed products and options by SKU, barcode or slug $1. */
export const listedByCode = statement(
  'orders.replacementByCode',
  listedLine,
  `with matches as (
     select id as product_id, null::bigint as variation_option_id from products where sku = $1
     union select id, null from products where barcode = $1
     union select id, null from products where slug = $1
     union select product_id, id from variation_options where sku = $1
     union select product_id, id from variation_options where barcode = $1
   )
   select m.product_id, m.variation_option_id, l.doc, ${STOCK_COLUMN}
   from matches m join product_listing l on l.product_id = m.product_id`,
);

/** Reads listed goods by product $1 and option $2 or null. */
export const listedById = statement(
  'orders.replacementById',
  listedLine,
  `select l.product_id, $2::bigint as variation_option_id, l.doc, ${STOCK_COLUMN}
   from product_listing l where l.product_id = $1`,
);
