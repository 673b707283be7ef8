/** Statements that list the audit log. */
import * as v from 'valibot';
import { type Statement, statement } from '../db/database.ts';
import { MAX_COUNTED } from '../lists/list-page.ts';

const page = v.object({
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
});
export type AuditPage = v.InferOutput<typeof page>;

/**
 * Builds the statement of a page of the log, newest first, which reads the index of one condition; the others only
 * filter. Values: subject, number of an order, email, action, from, before, each or null, limit, offset. The total is
 * at most `MAX_COUNTED`.
 */
const buildAuditPage = (name: string, condition: string, order = 'id desc'): Statement<AuditPage> =>
  statement(
    `staff.auditPage${name}`,
    page,
    `with matches as not materialized (
       select id, at from staff_audit
       where ${condition} and ($1::text is null or subject = $1)
         and ($2::text is null or substring(subject from 'order (\\S+)$') = $2)
         and ($3::text is null or staff_email = $3) and ($4::text is null or action = $4)
         and ($5::timestamptz is null or at >= $5) and ($6::timestamptz is null or at < $6)
     ), page as (
       select a.* from staff_audit a where id = any(array(select id from matches where $8::bigint < ${MAX_COUNTED} order by ${order} limit $7 offset $8))
     )
     select (select count(*) from (select from matches limit ${MAX_COUNTED}) counted) as total, (
       select coalesce(jsonb_agg(jsonb_build_object('id', id::text, 'at', at, 'staff_id', staff_id, 'staff_email',
         staff_email, 'action', action, 'subject', subject, 'before', before, 'after', after) order by ${order}), '[]')
       from page) as entries`,
  );

export const auditPageBySubject = buildAuditPage('BySubject', 'subject = $1');
export const auditPageByOrder = buildAuditPage('ByOrder', `substring(subject from 'order (\\S+)$') = $2`);
export const auditPageByStaff = buildAuditPage('ByStaff', 'staff_email = $3');
export const auditPageByAction = buildAuditPage('ByAction', 'action = $4');
export const auditPageByTime = buildAuditPage(
  'ByTime',
  `at >= coalesce($5::timestamptz, '-infinity') and at < coalesce($6::timestamptz, 'infinity')`,
  'at desc, id desc',
);
