/** Transactions of service functions. */
import { type Ctx, withDb } from './context.ts';
import { Refused } from './refuse.ts';

/**
 * Runs `work` in a transaction, with a context on that transaction; joins an open one. A refusal rolls back, then runs
 * its `afterwards`.
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
