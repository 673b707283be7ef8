/**
 * `npm run payments -- attempts [ORDER] | requery REFERENCE | refunds [STATE] | approve N | send N --reference R |
 * settle N --reference R | fail N --reason … | request-again N | withdraw N --reason … | reconcile FILE.csv [--day D |
 * --from D --to D]`: payments of the running shop. N is an order's number, or a payment's reference or a refund's id
 * where an order has several refunds.
 */
import { parseArgs } from 'node:util';
import type { StaffAttempt, StaffRefund } from '@shop/contract/staff/staff-payments';
import { isPaymentReference } from '@shop/core/payments/payment-reference';
import { findNextRefundState, type RefundStep } from '@shop/core/payments/refund-state';
import { CommandFailed, DONE, PARTLY_DONE, runProgram } from '../../command-line.ts';
import { reconcileFile, requireDays } from './reconcile-file.ts';
import { createStaffClient, formatMinute, formatRinggit, type StaffClient } from './staff-client.ts';

const USAGE = `Usage: npm run payments -- attempts [ORDER] | requery REFERENCE
       refunds [STATE] | approve N | send N --reference TEXT | settle N --reference TEXT | fail N --reason TEXT | request-again N |
       withdraw N --reason TEXT
       reconcile FILE.csv [--day YYYY-MM-DD | --from YYYY-MM-DD --to YYYY-MM-DD]`;

/** Maximum entries that a list prints, in the order of the API. */
const MAX_LISTED = '100';

const formatAttempt = (attempt: StaffAttempt): string =>
  [
    attempt.reference,
    formatMinute(attempt.created_at),
    attempt.order_number,
    attempt.is_confirmed || !attempt.state.startsWith('paid') ? attempt.state : `${attempt.state} (unconfirmed)`,
    `${attempt.payment_method} ${attempt.payment_id}`,
    formatRinggit(attempt.amount),
    ...(attempt.last_answer === null ? [] : [`gateway: ${attempt.last_answer}`]),
  ].join('  ');

const formatRefund = (refund: StaffRefund): string =>
  [
    refund.order_number,
    refund.reference ?? 'cash',
    formatMinute(refund.created_at),
    refund.state,
    refund.reason,
    formatRinggit(refund.amount),
    ...(refund.operator_reference === null ? [] : [refund.operator_reference]),
    ...(refund.state === 'failed' && refund.failure !== null ? [refund.failure.replace(/\s+/g, ' ')] : []),
    ...(refund.replaced_by === null ? [] : ['(requested again)']),
  ].join('  ');

type FirstPage<Row> = { data: Row[]; total: number };

/** Formats the lines of a list, or `none` for an empty one; says how many entries are left out. */
function formatLines<Row>({ data, total }: FirstPage<Row>, lineOf: (row: Row) => string, none: string): string[] {
  if (data.length === 0) return [none];
  return [...data.map(lineOf), ...(total > data.length ? [`… and ${total - data.length} more`] : [])];
}

const UUID_START = /^[0-9a-f]{8}-[0-9a-f]{4}-/;

/** The step that a command takes with a refund; `request-again` makes a new refund. */
type RefundCommandAction = RefundStep | 'request-again';

const isPossible = ({ state, replaced_by }: StaffRefund, action: RefundCommandAction): boolean =>
  action === 'request-again' ? state === 'failed' && replaced_by === null : findNextRefundState(state, action) !== null;

async function requireRefund(call: StaffClient, name: string, action: RefundCommandAction): Promise<StaffRefund> {
  const field = isPaymentReference(name) ? 'reference' : UUID_START.test(name) ? 'id' : 'order_number';
  const { data } = await call('staff.paymentRefunds', { query: { search: `${field}:${name}` } });
  if (data.length === 0) throw new CommandFailed(`${name} has no refund`);
  const [refund, ...others] = data.filter((each) => isPossible(each, action));
  if (refund === undefined) {
    const states = data.map(({ id, reference, state }) => `${reference ?? id} is ${state}`).join(', ');
    throw new CommandFailed(`${name} has no refund to ${action}: ${states}`);
  }
  if (others.length === 0) return refund;
  const names = [refund, ...others].map(
    ({ id, reference, amount }) => `${id} (${formatRinggit(amount)} of ${reference ?? 'cash'})`,
  );
  throw new CommandFailed(
    `${name} has ${names.length} refunds to ${action}; name the payment or the refund: ${names.join(', ')}`,
  );
}

type ActionOptions = { reference?: string | undefined; reason?: string | undefined };

type RefundCommandStep = { action: RefundCommandAction; take: (call: StaffClient, id: string) => Promise<StaffRefund> };

/** Returns the call that a command's action makes. Throws `CommandFailed` if the action or its option is missing. */
function requireStep(action: string, { reference: operator_reference, reason }: ActionOptions): RefundCommandStep {
  if (action === 'approve') return { action, take: (call, id) => call('staff.approveRefund', { params: { id } }) };
  if (action === 'request-again') {
    return { action, take: (call, id) => call('staff.requestRefundAgain', { params: { id } }) };
  }
  if ((action === 'send' || action === 'settle') && operator_reference !== undefined) {
    const name = action === 'send' ? 'staff.sendRefund' : 'staff.settleRefund';
    return { action, take: (call, id) => call(name, { params: { id }, body: { operator_reference } }) };
  }
  if (action === 'fail' && reason !== undefined) {
    return { action, take: (call, id) => call('staff.failRefund', { params: { id }, body: { reason } }) };
  }
  if (action === 'withdraw' && reason !== undefined) {
    return { action, take: (call, id) => call('staff.withdrawRefund', { params: { id }, body: { reason } }) };
  }
  throw new CommandFailed(USAGE);
}

/** Runs one command; returns the lines to print and the exit code. */
export async function runPaymentsCommand(
  call: StaffClient,
  args: readonly string[],
  now: Date,
): Promise<{ lines: string[]; code: number }> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: {
      reference: { type: 'string' },
      reason: { type: 'string' },
      day: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
    },
    allowPositionals: true,
  });
  const [command, name] = positionals;
  const done = (lines: string[]) => ({ lines, code: DONE });
  if (command === 'attempts') {
    const filter = name === undefined ? { unresolved: '1' as const } : { search: `order_number:${name}` };
    const attemptPage = await call('staff.attempts', { query: { limit: MAX_LISTED, ...filter } });
    return done(
      formatLines(attemptPage, formatAttempt, name === undefined ? 'All payments are resolved' : 'No payment'),
    );
  }
  if (command === 'refunds') {
    const filter = name === undefined ? {} : { search: `state:${name}` };
    const refundPage = await call('staff.paymentRefunds', { query: { limit: MAX_LISTED, ...filter } });
    return done(formatLines(refundPage, formatRefund, 'No refund'));
  }
  if (command === undefined || name === undefined) throw new CommandFailed(USAGE);
  if (command === 'requery') {
    const { result, attempt } = await call('staff.requery', { params: { reference: name } });
    return done([`The gateway says: ${result}`, formatAttempt(attempt)]);
  }
  if (command === 'reconcile') {
    const { lines, differences } = await reconcileFile(call, name, requireDays(values, now));
    return { lines, code: differences === 0 ? DONE : PARTLY_DONE };
  }
  const { action, take } = requireStep(command, values);
  const { id } = await requireRefund(call, name, action);
  return done([formatRefund(await take(call, id))]);
}

if (import.meta.main)
  await runProgram(USAGE, async (args) => {
    const { lines, code } = await runPaymentsCommand(createStaffClient(process.env), args, new Date());
    process.stdout.write(`${lines.join('\n')}\n`);
    return code;
  });
