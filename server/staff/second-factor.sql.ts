/** Statements of second factors and recovery codes. */
import * as v from 'valibot';
import { statement } from '../db/database.ts';

const secondFactor = v.object({
  encrypted_secret: v.string(),
  confirmed_at: v.nullable(v.date()),
  last_step: v.number(),
});
export type SecondFactorRow = v.InferOutput<typeof secondFactor>;

export const secondFactorOfStaff = statement(
  'staff.secondFactor',
  secondFactor,
  'select encrypted_secret, confirmed_at, last_step from staff_second_factors where staff_id = $1',
);

/** Stores secret $2 of account $1 until it is confirmed; no row if a confirmed one exists. */
export const beginSecondFactor = statement(
  'staff.beginSecondFactor',
  v.object({ staff_id: v.string() }),
  `insert into staff_second_factors as f (staff_id, encrypted_secret) values ($1, $2)
   on conflict (staff_id) do update set encrypted_secret = excluded.encrypted_secret, last_step = 0
   where f.confirmed_at is null returning staff_id`,
);

/** Confirms the secret $2 of account $1 at $3 with the code of step $4; no row if it was confirmed or replaced. */
export const confirmSecondFactor = statement(
  'staff.confirmSecondFactor',
  v.object({ staff_id: v.string() }),
  `update staff_second_factors set confirmed_at = $3, last_step = $4
   where staff_id = $1 and encrypted_secret = $2 and confirmed_at is null returning staff_id`,
);

/** Takes the code of step $2 of account $1; no row if it, or a later one, was used. */
export const takeStep = statement(
  'staff.takeStep',
  v.object({ staff_id: v.string() }),
  `update staff_second_factors set last_step = $2
   where staff_id = $1 and confirmed_at is not null and last_step < $2 returning staff_id`,
);

/** Takes the recovery code with hash $2 of account $1; no row if it does not exist or was used. */
export const takeRecoveryCode = statement(
  'staff.takeRecoveryCode',
  v.object({ staff_id: v.string() }),
  'delete from staff_recovery_codes where staff_id = $1 and code_hash = $2 returning staff_id',
);

export const countRecoveryCodes = statement(
  'staff.countRecoveryCodes',
  v.object({ count: v.number() }),
  'select count(*) as count from staff_recovery_codes where staff_id = $1',
);

export const deleteRecoveryCodes = statement(
  'staff.deleteRecoveryCodes',
  v.object({}),
  'delete from staff_recovery_codes where staff_id = $1',
);

export const insertRecoveryCodes = statement(
  'staff.insertRecoveryCodes',
  v.object({}),
  'insert into staff_recovery_codes (staff_id, code_hash) select $1, unnest($2::text[])',
);

/** Removes the second factor of account $1; no row if it has no confirmed one. */
export const deleteSecondFactor = statement(
  'staff.deleteSecondFactor',
  v.object({ staff_id: v.string() }),
  'delete from staff_second_factors where staff_id = $1 and confirmed_at is not null returning staff_id',
);
