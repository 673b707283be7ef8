/** The member card: the member's number and digits that change every minute, for a QR code and a Code 128 barcode. */
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { statement } from '../db/database.ts';
import { requireCustomer } from '../identity/identity.ts';
import { requireProgram } from '../loyalty/loyalty-settings.ts';
import { refuse } from '../refuse.ts';
import { type CodeKind, computeRotatingCode, readRotatingCode } from '../secrets/rotating-code.ts';

const memberNumber = statement(
  'till.memberNumber',
  v.object({ member_number: v.number() }),
  `select member_number from customers where id = $1 and status = 'active'`,
);

const CARD_CODE: CodeKind = { subject: 'member card', fixedLength: 10 };

/**
 * Returns the card of the signed-in customer with its code for this minute. Refuses `request.not_found` while loyalty
 * is off.
 */
export async function loadMemberCard(ctx: Ctx) {
  await requireProgram(ctx);
  const { member_number } = (await ctx.db.row(memberNumber, [requireCustomer(ctx).id])) ?? refuse('auth.token_invalid');
  return computeRotatingCode(
    ctx.shop.secret,
    CARD_CODE,
    String(member_number).padStart(CARD_CODE.fixedLength, '0'),
    ctx.now,
  );
}

/**
 * Reads the member's number from a scanned card; null unless its digits belong to this minute, the one before or the
 * one after.
 */
export function readCard(ctx: Ctx, scanned: string): number | null {
  const number = readRotatingCode(ctx.shop.secret, CARD_CODE, scanned.replace(/\s/g, ''), ctx.now);
  return number === null ? null : Number(number);
}
