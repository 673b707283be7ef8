/** Staff's notes about customers, and blocks: merge, removal, export. */
import type { Ctx } from '../../context.ts';
import { exportRows } from '../../db/customer-export.ts';
import type { EventOf } from '../../events.ts';
import { exportedNotes, moveBlocks, moveNotes, removeNotes } from './customers.sql.ts';

/** Moves notes to the account that the others joined; it is blocked if one of them was. */
export async function mergeCustomerFiles(ctx: Ctx, { from, into }: EventOf<'account.merged'>): Promise<void> {
  await ctx.db.write(moveNotes, [from, into]);
  await ctx.db.write(moveBlocks, [from, into]);
}

/** Removes the notes and the reason of a block; the block itself stays. */
export const removeCustomerFile = (ctx: Ctx, { customer_id }: EventOf<'account.removed'>): Promise<void> =>
  ctx.db.write(removeNotes, [customer_id]);

/** Exports the notes for the download. */
export const exportCustomerNotes = (ctx: Ctx, customer_id: string): Promise<Record<string, unknown>[]> =>
  exportRows(ctx.db, exportedNotes, customer_id);
