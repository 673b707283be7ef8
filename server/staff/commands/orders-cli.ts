/**
 * `npm run orders -- list [STATUS] | show N | advance N | fail-delivery N … | change-delivery N … | cash-differences |
 * cancel N --comment … | refund N … | cancellations | approve N | reject N --comment …`: orders of the running shop; N
 * is an order's number.
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { RequestOf, ResponseOf } from '@shop/contract/api/client';
import type { CashCollection, StaffOrder } from '@shop/contract/staff/staff';
import type { StaffRefund } from '@shop/contract/staff/staff-payments';
import { CommandFailed, DONE, runProgram } from '../../command-line.ts';
import { createStaffClient, formatMinute, formatRinggit, type StaffClient } from './staff-client.ts';

const USAGE = `Usage: npm run orders -- list [STATUS] | show NUMBER | advance NUMBER [--cash RM] | cancel NUMBER --comment TEXT
       fail-delivery NUMBER --reason TEXT --retry [--slot ID] | --cancel  [--cash RM]
       change-delivery NUMBER --reason TEXT [--slot ID] [--address FIELD=VALUE …] [--keep-fee]
       cash-differences | cancellations | approve NUMBER [--comment TEXT] | reject NUMBER --comment TEXT
       refund NUMBER --all | --item LINE:QUANTITY … | --amount RM --comment TEXT  [--restock] [--key KEY]`;

type ListedCancellation = ResponseOf<'staff.cancellations'>['data'][number];

const formatOrderSummary = (order: StaffOrder): string =>
  `${order.order_number}  ${formatMinute(order.created_at)}  ${order.status}  ${order.payment_status}  ${formatRinggit(order.grand_total)}  ${order.contact.phone}`;

const formatRequest = (request: ListedCancellation): string =>
  `${request.order_number}  ${formatMinute(request.requested_at)}  ${request.state}  ${request.reason.replace(/\s+/g, ' ')}`;

const formatCash = ({ order_number, at, outcome, cash_collected, grand_total, recorded_by }: CashCollection): string =>
  `${order_number}  ${formatMinute(at)}  ${outcome}  ${formatRinggit(cash_collected)} of ${formatRinggit(grand_total)}  by ${recorded_by}`;

/** Formats the slot in Malaysian time, such as `, 2026-11-21 16:00 to 18:00`; empty without a slot. */
const formatSlotSpan = ({ starts_at, ends_at }: StaffOrder['delivery']): string =>
  starts_at === null || ends_at === null ? '' : `, ${formatMinute(starts_at)} to ${formatMinute(ends_at).slice(-5)}`;

function formatDetails(order: StaffOrder): string[] {
  const { delivery, shipping_address: address, totals } = order;
  return [
    formatOrderSummary(order),
    ...order.items.map(
      (item, index) =>
        `  ${index + 1}. ${item.quantity} × ${item.name} ${item.variant ?? ''}  ${formatRinggit(item.price_total)}`,
    ),
    `  Delivery fee ${formatRinggit(totals.delivery_fee)}  Bag fee ${formatRinggit(totals.bag_fee)}  Tip ${formatRinggit(totals.tip)}`,
    `  ${delivery.method}${formatSlotSpan(delivery)}`,
    `  ${address.recipient}, ${address.formatted_address}`,
    ...(delivery.remarks === null ? [] : [`  "${delivery.remarks}"`]),
    ...order.history.map(({ at, status, changed_by, note }) =>
      ['  ', formatMinute(at), ' ', status, ' by ', changed_by, note === null ? '' : `: ${note}`].join(''),
    ),
    ...order.cash_collections.map(
      ({ outcome, cash_collected, recorded_by }) =>
        `  Cash (${outcome}): ${formatRinggit(cash_collected)} by ${recorded_by}`,
    ),
    ...order.refunds.map((request) => `  Cancellation ${request.state}: ${request.reason}`),
    ...order.payment_refunds.map(
      ({ amount, coins, points, state }) =>
        `  Refund ${state}: ${formatRinggit(amount)}, ${coins} coins, ${points} points`,
    ),
  ];
}

/** Finds the open cancellation request of an order. Throws `CommandFailed` if there is none. */
async function requireOpenRequest(call: StaffClient, number: string): Promise<ListedCancellation> {
  const { order } = await call('staff.order', { params: { id: number } });
  const open = order.refunds.find(({ state }) => state === 'requested');
  if (open === undefined) throw new CommandFailed(`Order ${order.order_number} has no open cancellation request`);
  return open;
}

type RefundRequestBody = NonNullable<RequestOf<'staff.refundOrder'>['body']>;
type FailureBody = NonNullable<RequestOf<'staff.failDelivery'>['body']>;

type RefundOptions = {
  all?: boolean | undefined;
  item?: string[] | undefined;
  amount?: string | undefined;
  comment?: string | undefined;
  restock?: boolean | undefined;
};

/** Builds the body of a refund; `--item` names a line of `show`. */
function buildRefundBody(
  order: StaffOrder,
  { all, item: items, amount, comment, restock = false }: RefundOptions,
): RefundRequestBody {
  const scopes = [all, items, amount].filter((option) => option !== undefined);
  if (scopes.length !== 1) throw new CommandFailed(USAGE);
  if (amount !== undefined) return { of: 'goodwill', amount, comment: comment ?? '' };
  const more = { restock, comment: comment ?? null };
  if (items === undefined) return { of: 'whole_order', ...more };
  const itemQuantities = items.map((text) => {
    const [, line, quantity] = /^(\d+):(\d+)$/.exec(text) ?? [];
    const item = order.items[Number(line) - 1];
    if (item === undefined)
      throw new CommandFailed(`Order ${order.order_number} has no item ${text}: --item LINE:QUANTITY`);
    const { id, variation_option_id } = item;
    return { id, variation_option_id, quantity: Number(quantity) };
  });
  return { of: 'items', items: itemQuantities, ...more };
}

type FailureOptions = {
  reason?: string | undefined;
  retry?: boolean | undefined;
  cancel?: boolean | undefined;
  slot?: string | undefined;
  cash?: string | undefined;
};

/** Builds the body of a failed delivery; `--retry` or `--cancel` names its outcome. */
function buildFailureBody({
  reason,
  retry = false,
  cancel = false,
  slot,
  cash: cash_collected,
}: FailureOptions): FailureBody {
  if (reason === undefined || retry === cancel || (cancel && slot !== undefined)) throw new CommandFailed(USAGE);
  return { reason, outcome: retry ? 'retry' : 'cancel', delivery_slot_id: slot, cash_collected };
}

const ADDRESS_FIELDS = ['recipient', 'contact_number', 'street_address', 'city', 'zip', 'state_id'] as const;
type ChangeBody = NonNullable<RequestOf<'staff.changeDelivery'>['body']>;

type ChangeOptions = { reason?: string | undefined; slot?: string | undefined; address?: string[] | undefined };

/** Builds the body of a changed delivery; `--address zip=47301` names a field and its new value. */
function buildChangeBody({ reason, slot, address, ...more }: ChangeOptions & { 'keep-fee'?: boolean }): ChangeBody {
  if (reason === undefined) throw new CommandFailed(USAGE);
  const fields = address?.map((text) => {
    const name = ADDRESS_FIELDS.find((each) => text.startsWith(`${each}=`));
    if (name === undefined) throw new CommandFailed(`--address FIELD=VALUE, with ${ADDRESS_FIELDS.join(', ')}`);
    return [name, text.slice(name.length + 1)] as const;
  });
  const shipping_address = fields === undefined ? null : Object.fromEntries(fields);
  return { reason, delivery_slot_id: slot ?? null, shipping_address, keep_fee: more['keep-fee'] ?? false };
}

const formatRefund = ({ order_number, amount, coins, points, state }: StaffRefund): string =>
  `${order_number}  ${formatRinggit(amount)}  ${coins} coins  ${points} points  ${state}`;

/** Runs one command and returns the lines to print. */
export async function runOrdersCommand(call: StaffClient, args: readonly string[]): Promise<string[]> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: {
      comment: { type: 'string' },
      all: { type: 'boolean' },
      item: { type: 'string', multiple: true },
      amount: { type: 'string' },
      restock: { type: 'boolean' },
      reason: { type: 'string' },
      retry: { type: 'boolean' },
      cancel: { type: 'boolean' },
      slot: { type: 'string' },
      address: { type: 'string', multiple: true },
      'keep-fee': { type: 'boolean' },
      cash: { type: 'string' },
      key: { type: 'string' },
    },
    allowPositionals: true,
  });
  const [command, number] = positionals;
  const { comment } = values;
  if (command === 'list') {
    const query = number === undefined ? {} : { search: `status:${number}` };
    return (await call('staff.orders', { query })).data.map(formatOrderSummary);
  }
  if (command === 'cash-differences') return (await call('staff.cashDifferences', {})).data.map(formatCash);
  if (command === 'cancellations') return (await call('staff.cancellations', {})).data.map(formatRequest);
  if (command === undefined || number === undefined) throw new CommandFailed(USAGE);
  const params = { id: number };
  if (command === 'show') return formatDetails((await call('staff.order', { params })).order);
  if (command === 'advance') {
    return [
      formatOrderSummary((await call('staff.advanceOrder', { params, body: { cash_collected: values.cash } })).order),
    ];
  }
  if (command === 'fail-delivery') {
    return [formatOrderSummary((await call('staff.failDelivery', { params, body: buildFailureBody(values) })).order)];
  }
  if (command === 'change-delivery') {
    return formatDetails((await call('staff.changeDelivery', { params, body: buildChangeBody(values) })).order);
  }
  if (command === 'refund') {
    const body = buildRefundBody((await call('staff.order', { params })).order, values);
    const idempotencyKey = values.key ?? randomUUID();
    return [formatRefund(await call('staff.refundOrder', { params, body }, { idempotencyKey }))];
  }
  if (command === 'approve') {
    const { id } = await requireOpenRequest(call, number);
    return [
      formatRequest(await call('staff.approveCancellation', { params: { id }, body: { comment: comment ?? null } })),
    ];
  }
  if (comment === undefined) throw new CommandFailed(USAGE);
  if (command === 'cancel')
    return [formatOrderSummary((await call('staff.cancelOrder', { params, body: { comment } })).order)];
  if (command !== 'reject') throw new CommandFailed(USAGE);
  const { id } = await requireOpenRequest(call, number);
  return [formatRequest(await call('staff.rejectCancellation', { params: { id }, body: { comment } }))];
}

if (import.meta.main)
  await runProgram(USAGE, async (args) => {
    process.stdout.write(`${(await runOrdersCommand(createStaffClient(process.env), args)).join('\n')}\n`);
    return DONE;
  });
