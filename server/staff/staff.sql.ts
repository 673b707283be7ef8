/** Statements of staff accounts, their sessions and the audit log. */
import { STAFF_ROLES } from '@shop/core/staff/roles';
import * as v from 'valibot';
import { statement } from '../db/database.ts';

const staff = v.object({
  id: v.string(),
  email: v.string(),
  password_hash: v.string(),
  roles: v.array(v.picklist(STAFF_ROLES)),
  is_active: v.boolean(),
});
export type StaffRow = v.InferOutput<typeof staff>;

const COLUMNS = 'id, email, password_hash, roles, is_active';

export const staffByEmail = statement('staff.byEmail', staff, `select ${COLUMNS} from staff where email = $1`);

export const allStaff = statement('staff.all', staff, `select ${COLUMNS} from staff order by email`);

/** Inserts an account; no row if the email is taken. */
export const insertStaff = statement(
  'staff.insert',
  staff,
  `insert into staff (id, email, password_hash, roles, created_at) values ($1, $2, $3, $4, $5)
   on conflict (email) do nothing returning ${COLUMNS}`,
);

/** Locks the active accounts, so that two owners cannot disable each other at once. */
export const lockActiveStaff = statement(
  'staff.lockActive',
  staff,
  `select ${COLUMNS} from staff where is_active order by id for update`,
);

export const disableStaff = statement(
  'staff.disable',
  v.object({}),
  'update staff set is_active = false where id = $1',
);

/** Inserts a session. Values: token hash, staff, now, end. */
export const insertStaffSession = statement(
  'staff.insertSession',
  v.object({}),
  'insert into staff_sessions (token_hash, staff_id, created_at, expires_at) values ($1, $2, $3, $4)',
);

export const staffByToken = statement(
  'staff.byToken',
  staff,
  `select s.id, s.email, s.password_hash, s.roles, s.is_active
   from staff_sessions t join staff s on s.id = t.staff_id
   where t.token_hash = $1 and t.expires_at > $2 and s.is_active`,
);

export const endStaffSession = statement(
  'staff.endSession',
  v.object({}),
  'delete from staff_sessions where token_hash = $1',
);

export const endStaffSessions = statement(
  'staff.endSessions',
  v.object({}),
  'delete from staff_sessions where staff_id = $1',
);

export const removeExpiredSessions = statement(
  'staff.removeExpiredSessions',
  v.object({}),
  'delete from staff_sessions where expires_at < $1',
);

/** Inserts an entry of the log. Values: time, staff id or null, email, action, subject, before and after as JSON. */
export const insertAudit = statement(
  'staff.insertAudit',
  v.object({}),
  `insert into staff_audit (at, staff_id, staff_email, action, subject, before, after)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

/** A page of the log, newest first. Values: action, subject and email to match or null, limit, offset. */
export const auditPage = statement(
  'staff.auditPage',
  v.object({
    total: v.number(),
    entries: v.array(
      v.object({
        id: v.string(),
        at: v.string(),
        staff_id: v.nullable(v.string()),
        staff_email: v.string(),
        action: v.string(),
        subject: v.string(),
        before: v.unknown(),
        after: v.unknown(),
      }),
    ),
  }),
  `with found as (
     select id from staff_audit
     where ($1::text is null or action = $1) and ($2::text is null or subject = $2)
       and ($3::text is null or staff_email = $3)
   ), page as (
     select a.* from staff_audit a where id in (select id from found order by id desc limit $4 offset $5)
   )
   select (select count(*) from found) as total, (
     select coalesce(jsonb_agg(jsonb_build_object('id', id::text, 'at', at, 'staff_id', staff_id, 'staff_email',
       staff_email, 'action', action, 'subject', subject, 'before', before, 'after', after) order by id desc), '[]')
     from page) as entries`,
);
