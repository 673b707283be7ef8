/** Lists the entries of the signed-in customer's wallets, with their balances. */
import type { ListQuery } from '@shop/contract/list-query';
import type { WalletBalances } from '@shop/contract/loyalty';
import type { Ctx } from '../../context.ts';
import { requireCustomer } from '../../identity/identity.ts';
import { toPage } from '../../lists/list-page.ts';
import { pageRange, requireSearch, requireSorts } from '../../lists/parse-list.ts';
import { refuse } from '../../refuse.ts';
import { balancesView, entryView } from '../loyalty.view.ts';
import { readLoyaltySettings, requireProgram } from '../loyalty-settings.ts';
import * as sql from './wallets.sql.ts';

const SEARCH_FIELDS = { kind: ['=', 'in'], action: ['=', 'in'], state: ['=', 'in'] } as const;

type SearchedEntries = Record<keyof typeof SEARCH_FIELDS | 'free', string[] | null>;

/** Reads the searched values of each field, and the free texts; null for a field that the query does not search. */
function readSearch(query: ListQuery): SearchedEntries {
  const search = requireSearch(query, SEARCH_FIELDS);
  const searchedValues = (field: string) => {
    const searchTexts = search.terms.filter((term) => term.field === field).flatMap(({ value }) => value.split(','));
    return searchTexts.length === 0 ? null : searchTexts.map((value) => value.trim());
  };
  const free = search.free.length === 0 ? null : search.free;
  return { kind: searchedValues('kind'), action: searchedValues('action'), state: searchedValues('state'), free };
}

export async function readBalances(ctx: Ctx, customer_id: string): Promise<WalletBalances> {
  const [rows, settings] = await Promise.all([
    ctx.db.rows(sql.customerWallets, [customer_id]),
    readLoyaltySettings(ctx.db),
  ]);
  return balancesView(rows, settings);
}

/**
 * Lists entries, newest first unless sorted by `created_at`, with pending earnings among them. Refuses
 * `request.not_found` while loyalty is off.
 */
export async function listEntries(ctx: Ctx, query: ListQuery) {
  const { id } = requireCustomer(ctx);
  await requireProgram(ctx);
  const { kind, action, state, free } = readSearch(query);
  const [sort] = requireSorts(query, ['created_at']);
  const page = sort?.direction === 'asc' ? sql.oldestEntriesPage : sql.entriesPage;
  const filter = [id, ctx.now, kind, action, state, free];
  const { limit, offset } = pageRange(query);
  const [rows, count, balances] = await Promise.all([
    ctx.db.rows(page, [...filter, limit, offset]),
    ctx.db.row(sql.countEntries, filter),
    readBalances(ctx, id),
  ]);
  const data = rows.map((entry) => entryView(entry, ctx.lang));
  return { ...toPage(data, count?.total ?? 0, query), balances };
}

/** Finds one entry of the customer's own; refuses `request.not_found` for any other, and while loyalty is off. */
export async function readEntry(ctx: Ctx, entry_id: string) {
  const { id } = requireCustomer(ctx);
  await requireProgram(ctx);
  const entry = await ctx.db.row(sql.entryById, [id, ctx.now, entry_id]);
  return entryView(entry ?? refuse('request.not_found'), ctx.lang);
}
