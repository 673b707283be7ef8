/** Single-table reads and writes of tests by drizzle; the application itself speaks in named statements. */
import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import type { Db } from '../db/database.ts';

/** Drizzle on a database handle. */
export const orm = (db: Db): PgRemoteDatabase =>
  drizzle(async (text, params) => ({ rows: (await db.raw(text, params)).rows.map((row) => Object.values(row)) }));
