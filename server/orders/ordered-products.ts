/** Products that a customer ordered before, to order them again. */
import type { ProductRow } from '@shop/contract/catalog';
import type { ListQuery } from '@shop/contract/list-query';
import { type Lang, textIn } from '@shop/core/lang';
import * as v from 'valibot';
import { type ListingRow, listingEntries, STOCK_COLUMN } from '../catalog/catalog.sql.ts';
import { presentRow, sortSoldOutLast } from '../catalog/catalog.view.ts';
import type { Ctx } from '../context.ts';
import { statement } from '../db/database.ts';
import { requireCustomer } from '../identity/identity.ts';
import { type ListPage, mapPage } from '../lists/list-page.ts';
import { listRows, type ReferenceFields } from '../lists/reference-list.ts';

/** Maximum number of products: the latest ordered ones. */
const MAX_PRODUCTS = 500;

/** Lists the products of a customer's orders, except canceled ones, that are still sold; the latest order first. */
const orderedListings = statement(
  'orders.productsOfCustomer',
  v.object(listingEntries),
  `select l.product_id, l.doc, l.created_at, ${STOCK_COLUMN}
   from (
     select line.product_id, max(o.created_at) as ordered_at
     from orders o join order_lines line on line.order_id = o.id
     where o.customer_id = $1 and o.status <> 'canceled'
     group by line.product_id
   ) ordered join product_listing l on l.product_id = ordered.product_id
   order by ordered.ordered_at desc, l.product_id limit $2`,
);

const buildListFields = (lang: Lang): ReferenceFields<ListingRow> => ({
  search: {
    id: ({ product_id }) => String(product_id),
    slug: ({ doc }) => doc.slug,
    name: ({ doc }) => textIn(lang, doc.name.en, doc.name.zh),
  },
  sorts: { id: ({ product_id }) => product_id, name: ({ doc }) => textIn(lang, doc.name.en, doc.name.zh) },
  free: ['name', 'slug'],
});

/** Lists ordered products, sold-out ones last, by the list parameters (docs/spec.md §7), in one statement. */
export async function listOrderedProducts(ctx: Ctx, query: ListQuery): Promise<ListPage<ProductRow>> {
  const rows = await ctx.db.rows(orderedListings, [requireCustomer(ctx).id, MAX_PRODUCTS]);
  return mapPage(listRows(sortSoldOutLast(rows), query, buildListFields(ctx.lang)), (row) => presentRow(ctx, row));
}
