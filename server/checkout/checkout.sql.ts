import * as v from 'valibot';
import { statement } from '../db/database.ts';

/** The states of some codes; one that does not exist has no row. */
export const statesById = statement(
  'checkout.states',
  v.object({ id: v.string(), name_en: v.string() }),
  'select id, name_en from states where id = any($1)',
);
