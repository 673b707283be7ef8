/** Runs a service's work in one transaction. */
import { type Ctx, withDb } from './context.ts';
import { Refused } from './refuse.ts';

/**
 * Runs `work` in a transaction, with a context whose database is that transaction; in an open one it joins. A refusal
 * undoes everything, and then does what it has `afterwards`.
 */
export async function inTransaction<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx);
  try {
    return await ctx.db.transaction((tx) => work(withDb(ctx, tx)));
  } catch (error) {
    if (error instanceof Refused && error.afterwards !== undefined) throw await error.afterwards(ctx);
    throw error;
  }
}
