/** Favourites of a customer (docs/spec.md §4: "A product can be added to or removed from favourites."). */
import type { ProductRow } from '@shop/contract/catalog';
import type { ListQuery } from '@shop/contract/list-query';
import { type Lang, textIn } from '@shop/core/lang';
import * as v from 'valibot';
import { type ListingRow, listingEntries, STOCK_COLUMN } from '../catalog/catalog.sql.ts';
import { presentRow, sortSoldOutLast } from '../catalog/catalog.view.ts';
import type { Ctx } from '../context.ts';
import { lockRows, statement } from '../db/database.ts';
import { lockCustomer } from '../identity/identity.sql.ts';
import { requireCustomer } from '../identity/identity.ts';
import { type ListPage, mapPage } from '../lists/list-page.ts';
import { listRows, type ReferenceFields } from '../lists/reference-list.ts';
import { refuse } from '../refuse.ts';
import { inTransaction } from '../transaction.ts';

const MAX_FAVOURITES = 500;

/** Reads the favourites of customer $1 that are still sold, newest first. */
const wishlistListings = statement(
  'wishlist.ofCustomer',
  v.object(listingEntries),
  `select l.product_id, l.doc, l.created_at, ${STOCK_COLUMN}
   from wishlist w join product_listing l on l.product_id = w.product_id
   where w.customer_id = $1 order by w.created_at desc, w.product_id desc`,
);

/**
 * Reads whether a product is sold, whether it is a favourite, and the number of listed favourites. Values: customer,
 * product.
 */
const wishlistState = statement(
  'wishlist.state',
  v.object({ is_sold: v.boolean(), is_favourite: v.boolean(), favourites: v.number() }),
  `select exists (select from product_listing where product_id = $2) as is_sold,
     exists (select from wishlist where customer_id = $1 and product_id = $2) as is_favourite,
     (select count(*) from wishlist w join product_listing l on l.product_id = w.product_id
      where w.customer_id = $1) as favourites`,
);

const addFavourite = statement(
  'wishlist.add',
  v.object({}),
  'insert into wishlist (customer_id, product_id, created_at) values ($1, $2, $3) on conflict do nothing',
);

const removeFavourite = statement(
  'wishlist.remove',
  v.object({}),
  'delete from wishlist where customer_id = $1 and product_id = $2',
);

const buildListFields = (lang: Lang): ReferenceFields<ListingRow> => ({
  search: {
    id: ({ product_id }) => String(product_id),
    slug: ({ doc }) => doc.slug,
    name: ({ doc }) => textIn(lang, doc.name.en, doc.name.zh),
    'type.slug': ({ doc }) => doc.type,
  },
  sorts: { id: ({ product_id }) => product_id, name: ({ doc }) => textIn(lang, doc.name.en, doc.name.zh) },
  free: ['name', 'slug'],
});

/** Lists favourites, newest first and sold-out ones last, with the list pattern. One statement. */
export async function listFavourites(ctx: Ctx, query: ListQuery): Promise<ListPage<ProductRow>> {
  const rows = await ctx.db.rows(wishlistListings, [requireCustomer(ctx).id]);
  return mapPage(listRows(sortSoldOutLast(rows), query, buildListFields(ctx.lang)), (row) => presentRow(ctx, row));
}

/**
 * Adds a favourite; an existing one keeps its position. Refuses `request.not_found` for a product that is not sold, and
 * `wishlist.too_many`.
 */
export function addToWishlist(ctx: Ctx, product_id: string): Promise<void> {
  const { id } = requireCustomer(ctx);
  return inTransaction(ctx, async (ctx) => {
    const [[customer], state] = await Promise.all([
      lockRows(ctx.db, lockCustomer, [id]),
      ctx.db.row(wishlistState, [id, product_id]),
    ]);
    if (customer === undefined || state === null) return refuse('auth.token_invalid');
    if (state.is_favourite) return;
    if (!state.is_sold) refuse('request.not_found');
    if (state.favourites >= MAX_FAVOURITES) refuse('wishlist.too_many', { max: MAX_FAVOURITES });
    await ctx.db.write(addFavourite, [id, product_id, ctx.now]);
  });
}

/** Removes a favourite; idempotent. */
export async function removeFromWishlist(ctx: Ctx, product_id: string): Promise<void> {
  await ctx.db.rows(removeFavourite, [requireCustomer(ctx).id, product_id]);
}
