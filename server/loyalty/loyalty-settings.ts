/** The rules of points and coins, a row of `settings` that a shop may change. */
import { DAY_MS } from '@shop/core/time';
import * as v from 'valibot';
import { DEFAULT_LOYALTY, type LoyaltySettings, loyaltySettings } from '../content/settings.ts';
import type { Ctx } from '../context.ts';
import { type Db, statement } from '../db/database.ts';
import { refuse } from '../refuse.ts';

const loyaltyRow = statement(
  'loyalty.settings',
  v.object({ value: loyaltySettings }),
  `select value from settings where key = 'loyalty'`,
);

/**
 * Reads the settings. Parses them here because statements skip it in production, and a row stored before a field
 * existed needs that field's default.
 */
export const readLoyaltySettings = async (db: Db): Promise<LoyaltySettings> =>
  v.parse(loyaltySettings, (await db.row(loyaltyRow))?.value ?? DEFAULT_LOYALTY);

/** Refuses `request.not_found` while the shop's loyalty is off. */
export async function requireProgram({ db }: Pick<Ctx, 'db'>): Promise<void> {
  if (!(await readLoyaltySettings(db)).enabled) refuse('request.not_found');
}

/** Returns the earliest expiry of amounts that are returned now. */
export const computeGraceEnd = (now: Date, { grace_days }: LoyaltySettings): Date =>
  new Date(now.getTime() + grace_days * DAY_MS);
