/** The append-only log of changes by staff. Each entry is written in the transaction of its change. */
import type { AuditedAction, AuditedValues } from '@shop/core/staff/audited-changes';
import type { Ctx } from '../context.ts';
import { requireStaff } from './require-staff.ts';
import { insertAudit } from './staff.sql.ts';

type KeysOf<Values> = Values extends unknown ? keyof Values : never;
type UnknownField<Side, Action extends AuditedAction> = Exclude<
  KeysOf<NonNullable<Side>>,
  KeysOf<AuditedValues<Action>>
>;
/** Allows no field beside those of the action: the office has words for these alone. */
type Only<Side, Action extends AuditedAction> = [UnknownField<Side, Action>] extends [never]
  ? unknown
  : { unknown_field: UnknownField<Side, Action> };

/**
 * Records a change by the staff member who makes the call: its action, the kind and id of the changed row, and the
 * changed values before and after.
 */
export function recordAudit<
  const Action extends AuditedAction,
  Before extends AuditedValues<Action> | null,
  After extends AuditedValues<Action> | null,
>(
  ctx: Ctx,
  change: {
    action: Action;
    subject: string;
    before: Before & Only<Before, Action>;
    after: After & Only<After, Action>;
  },
): Promise<void> {
  const { id, email } = requireStaff(ctx);
  const { action, subject, before, after } = change;
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  return ctx.db.write(insertAudit, [ctx.now, id, email, action, subject, json(before), json(after)]);
}
