/** Browsing sessions (docs/spec.md §7 "GET /session/id"): they identify visits and grant no access. */
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { statement } from '../../db/database.ts';
import { uuidV7 } from '../../db/uuid.ts';

/** Finds session $1 if it exists, else makes a new one. */
const findOrInsert = statement(
  'identity.session',
  v.object({ id: v.string() }),
  `with known as (
     select id from sessions where id = $1
   ), made as (
     insert into sessions (id, platform, created_at) select $2, $3, $4 where not exists (select from known) returning id
   )
   select id from known union all select id from made`,
);

/** Returns the id of the request's session if it is valid, else of a new one. */
export async function findOrCreateSession(ctx: Ctx): Promise<string> {
  const session = await ctx.db.row(findOrInsert, [ctx.request.session, uuidV7(ctx.now), ctx.request.platform, ctx.now]);
  if (session === null) throw new Error('No session was found or inserted');
  return session.id;
}
