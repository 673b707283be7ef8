/** Statements of staff accounts and the audit log. */
import { STAFF_ROLES } from '@shop/core/staff/roles';
import * as v from 'valibot';
import { statement } from '../db/database.ts';

export const staffRow = v.object({
  id: v.string(),
  email: v.string(),
  password_hash: v.string(),
  roles: v.array(v.picklist(STAFF_ROLES)),
  /** Code of the outlet that an outlet manager runs; null for other accounts. */
  outlet_code: v.nullable(v.string()),
  /** Rises with each change of the roles. */
  version: v.number(),
  is_active: v.boolean(),
  has_second_factor: v.boolean(),
});
export type StaffRow = v.InferOutput<typeof staffRow>;

/** Columns of account `s`. */
export const STAFF_COLUMNS = `s.id, s.email, s.password_hash, s.roles, s.outlet_code, s.version, s.is_active, exists (
  select from staff_second_factors f where f.staff_id = s.id and f.confirmed_at is not null) as has_second_factor`;

export const staffByEmail = statement(
  'staff.byEmail',
  staffRow,
  `select ${STAFF_COLUMNS} from staff s where email = $1`,
);

export const allStaff = statement('staff.all', staffRow, `select ${STAFF_COLUMNS} from staff s order by email`);

/** Inserts an account; no row if the email is taken. */
export const insertStaff = statement(
  'staff.insert',
  staffRow,
  `insert into staff as s (id, email, password_hash, roles, outlet_code, created_at) values ($1, $2, $3, $4, $5, $6)
   on conflict (email) do nothing returning ${STAFF_COLUMNS}`,
);

/** Finds the outlet with code $1. */
export const outletByCode = statement(
  'staff.outletByCode',
  v.object({ code: v.string() }),
  'select code from outlets where code = $1',
);

/** Locks the active accounts, so that two owners cannot disable each other at once. */
export const lockActiveStaff = statement(
  'staff.lockActive',
  staffRow,
  `select ${STAFF_COLUMNS} from staff s where is_active order by id for update of s`,
);

/** Locks account $1, so that what a sign-in verified cannot change before its session begins. */
export const lockStaff = statement(
  'staff.lock',
  staffRow,
  `select ${STAFF_COLUMNS} from staff s where id = $1 for update of s`,
);

/** Writes roles $2 and outlet $3 of account $1. */
export const writeRoles = statement(
  'staff.writeRoles',
  staffRow,
  `update staff as s set roles = $2, outlet_code = $3, version = version + 1 where id = $1 returning ${STAFF_COLUMNS}`,
);

export const writePassword = statement(
  'staff.writePassword',
  v.object({}),
  'update staff set password_hash = $2 where id = $1',
);

export const disableStaff = statement(
  'staff.disable',
  v.object({}),
  'update staff set is_active = false where id = $1',
);

/** Enables account $1; no row if it is unknown or active. */
export const enableStaff = statement(
  'staff.enable',
  staffRow,
  `update staff as s set is_active = true where id = $1 and not is_active returning ${STAFF_COLUMNS}`,
);

/** Inserts an entry of the log. Values: time, staff id or null, email, action, subject, before and after as JSON. */
export const insertAudit = statement(
  'staff.insertAudit',
  v.object({}),
  `insert into staff_audit (at, staff_id, staff_email, action, subject, before, after)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);
