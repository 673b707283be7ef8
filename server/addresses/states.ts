/** States and federal territories of Malaysia, by ISO 3166-2 code. */
import type { State } from '@shop/contract/addresses';
import { textIn } from '@shop/core/lang';
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { type Db, statement } from '../db/database.ts';
import type { StateNames } from './addresses.view.ts';

const allStates = statement(
  'addresses.states',
  v.object({ id: v.string(), name_en: v.string(), name_zh: v.nullable(v.string()) }),
  'select id, name_en, name_zh from states order by position, id',
);

/** Reads the states' names by code, in both languages. */
export async function readStateNames(db: Db): Promise<StateNames> {
  const rows = await db.rows(allStates);
  return new Map(rows.map(({ id, name_en, name_zh }) => [id, { en: name_en, zh: name_zh }]));
}

/** Lists the states in order, named in the shopper's language. */
export async function listStates(ctx: Pick<Ctx, 'db' | 'lang'>): Promise<State[]> {
  const rows = await ctx.db.rows(allStates);
  return rows.map(({ id, name_en, name_zh }) => ({ id, code: id, name: textIn(ctx.lang, name_en, name_zh) }));
}
