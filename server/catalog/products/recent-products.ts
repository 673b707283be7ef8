/** Recently viewed products per customer or session (docs/api.md "GET /recent-products"). */
import { createHash } from 'node:crypto';
import type { ProductRow } from '@shop/contract/catalog';
import type { ListQuery } from '@shop/contract/list-query';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { declareCleanUp } from '../../db/clean-up.ts';
import { statement } from '../../db/database.ts';
import type { ListPage } from '../../lists/list-page.ts';
import { listRows, type ReferenceFields } from '../../lists/reference-list.ts';
import { refuse } from '../../refuse.ts';
import { listingEntries, STOCK_COLUMN } from '../catalog.sql.ts';
import { presentRow } from '../catalog.view.ts';

/** Maximum products stored per shopper. */
const MAX_RECENT = 30;
const MAX_AGE_MS = 90 * 86_400_000;

const recentListings = statement(
  'catalog.recent',
  v.object(listingEntries),
  `select l.product_id, l.doc, l.created_at, ${STOCK_COLUMN}
   from recent_products r join product_listing l on l.product_id = r.product_id
   where r.owner = $1 order by r.seen_at desc, r.product_id desc limit $2`,
);

/** Records a view of a listed product; returns no row if the slug is not listed. Values: owner, slug, now. */
const recordViewed = statement(
  'catalog.recordViewed',
  v.object({ product_id: v.number() }),
  `insert into recent_products (owner, product_id, seen_at)
   select $1, l.product_id, $3 from product_listing l where l.slug = $2
   on conflict (owner, product_id) do update set seen_at = greatest(recent_products.seen_at, excluded.seen_at)
   returning product_id`,
);

/** Deletes all of an owner's products except the newest. Values: owner, maximum. */
const trimRecent = statement(
  'catalog.trimRecent',
  v.object({}),
  `delete from recent_products where (owner, product_id) in (
     select owner, product_id from recent_products where owner = $1
     order by seen_at desc, product_id desc offset $2)`,
);

const listedSlug = statement(
  'catalog.listedSlug',
  v.object({ product_id: v.number() }),
  'select product_id from product_listing where slug = $1',
);

/** Moves the recent products of owner $1 to owner $2. */
const moveRecentRows = statement(
  'catalog.moveRecent',
  v.object({}),
  `with moved as (
     select product_id, seen_at from recent_products where owner = $1 order by product_id for update
   ), added as (
     insert into recent_products (owner, product_id, seen_at) select $2, product_id, seen_at from moved
     on conflict (owner, product_id) do update set seen_at = greatest(recent_products.seen_at, excluded.seen_at)
   )
   delete from recent_products r using moved where r.owner = $1 and r.product_id = moved.product_id`,
);

const recentSlugs = statement(
  'catalog.recentSlugs',
  v.object({ slug: v.string(), seen_at: v.date() }),
  `select p.slug, r.seen_at from recent_products r join products p on p.id = r.product_id
   where r.owner = $1 order by r.seen_at desc, p.id desc`,
);

const removeOldRows = declareCleanUp(
  'catalog.removeRecent',
  'delete from recent_products',
  'from recent_products where seen_at < $1 order by seen_at',
);

const formatCustomerOwner = (id: string): string => `c:${id}`;
/** Returns the owner of a session's list: a hash of the session's id, since the id itself grants access to the list. */
const hashSessionOwner = (id: string): string => `s:${createHash('sha256').update(id).digest('hex')}`;

/** Returns the list's owner; null without a session and an account. */
function identifyOwner(ctx: Ctx): string | null {
  if (ctx.actor.kind === 'customer') return formatCustomerOwner(ctx.actor.id);
  return ctx.request.session === null ? null : hashSessionOwner(ctx.request.session);
}

const recentFields: ReferenceFields<ProductRow> = {
  search: { id: ({ id }) => id, slug: ({ slug }) => slug, name: ({ name }) => name, 'type.slug': ({ type }) => type },
  sorts: { id: ({ id }) => Number(id), name: ({ name }) => name },
  free: ['name', 'slug'],
};

/** Lists recent products, newest first, paginated; empty without a session and an account. */
export async function listRecent(ctx: Ctx, query: ListQuery): Promise<ListPage<ProductRow>> {
  const owner = identifyOwner(ctx);
  const rows = owner === null ? [] : await ctx.db.rows(recentListings, [owner, MAX_RECENT]);
  return listRows(
    rows.map((row) => presentRow(ctx, row)),
    query,
    recentFields,
  );
}

/**
 * Records a product view. `success` is false without `x-session` and without an account. Refuses unlisted products
 * with 404.
 */
export async function addRecent(ctx: Ctx, slug: string): Promise<{ success: boolean }> {
  const owner = identifyOwner(ctx);
  if (owner === null) return (await ctx.db.row(listedSlug, [slug])) ? { success: false } : refuse('request.not_found');
  // Two transactions: one would hold the viewed row while it deletes others, and two pages of the same shopper, each
  // viewing a product that the other deletes, would deadlock.
  if ((await ctx.db.row(recordViewed, [owner, slug, ctx.now])) === null) return refuse('request.not_found');
  await ctx.db.rows(trimRecent, [owner, MAX_RECENT]);
  return { success: true };
}

async function moveRecent(ctx: Ctx, from: string, to: string): Promise<void> {
  await ctx.db.write(moveRecentRows, [from, to]);
  await ctx.db.write(trimRecent, [to, MAX_RECENT]);
}

/** Moves the session's recent products to the customer. */
export async function adoptRecent(ctx: Ctx, customer_id: string): Promise<void> {
  const { session } = ctx.request;
  if (session !== null) await moveRecent(ctx, hashSessionOwner(session), formatCustomerOwner(customer_id));
}

/** Moves recent products from the customers `from` to `into`. */
export async function mergeRecentProducts(ctx: Ctx, from: readonly string[], into: string): Promise<void> {
  for (const each of from) await moveRecent(ctx, formatCustomerOwner(each), formatCustomerOwner(into));
}

export const removeRecentProducts = (ctx: Ctx, customer_id: string): Promise<void> =>
  ctx.db.write(trimRecent, [formatCustomerOwner(customer_id), 0]);

/** Exports a customer's recent products, newest first. */
export const exportRecentProducts = async (ctx: Ctx, customer_id: string): Promise<Record<string, unknown>> => ({
  recent_products: await ctx.db.rows(recentSlugs, [formatCustomerOwner(customer_id)]),
});

/** Deletes expired recent products. Part of the daily clean-up. */
export async function removeOldRecent(ctx: Ctx): Promise<void> {
  await removeOldRows(ctx.db, new Date(ctx.now.getTime() - MAX_AGE_MS));
}
