/**
 * `npm run orders -- list [STATUS] | show N | advance N | fail-delivery N … | cash-differences | cancel N --comment … |
 * refund N … | cancellations | approve N | reject N --comment …`: orders of the running shop; N is an order's number.
 */
import { parseArgs } from 'node:util';
import type { cancellation } from '@shop/contract/orders';
import type { cashCollection, staffOrder } from '@shop/contract/staff/staff';
import type { staffRefund } from '@shop/contract/staff/staff-payments';
import type { InferOutput } from 'valibot';
import { CommandFailed, DONE, runProgram } from '../../command-line.ts';
import { type StaffClient, staffClient } from './staff-client.ts';

const USAGE = `Usage: npm run orders -- list [STATUS] | show NUMBER | advance NUMBER [--cash RM] | cancel NUMBER --comment TEXT
       fail-delivery NUMBER --reason TEXT --retry [--slot ID] | --cancel  [--cash RM]
       cash-differences | cancellations | approve NUMBER [--comment TEXT] | reject NUMBER --comment TEXT
       refund NUMBER --all | --item LINE:QUANTITY … | --amount RM --comment TEXT  [--restock]`;

/** As in the API's responses: money and times are text. */
type Order = InferOutput<typeof staffOrder>;
type Request = InferOutput<typeof cancellation>;
type Refund = InferOutput<typeof staffRefund>;
type Cash = InferOutput<typeof cashCollection>;

const summary = (order: Order): string =>
  `${order.order_number}  ${order.created_at.slice(0, 16)}  ${order.status}  ${order.payment_status}  RM${order.grand_total}  ${order.contact.phone}`;

const requestLine = (request: Request): string =>
  `${request.order_number}  ${request.requested_at.slice(0, 16)}  ${request.state}  ${request.reason.replace(/\s+/g, ' ')}`;

const cashLine = ({ order_number, at, outcome, cash_collected, grand_total, recorded_by }: Cash): string =>
  `${order_number}  ${at.slice(0, 16)}  ${outcome}  RM${cash_collected} of RM${grand_total}  by ${recorded_by}`;

function details(order: Order): string[] {
  const { delivery, shipping_address: address } = order;
  return [
    summary(order),
    ...order.items.map(
      (item, index) => `  ${index + 1}. ${item.quantity} × ${item.name} ${item.variant ?? ''}  RM${item.price_total}`,
    ),
    `  ${delivery.method}${delivery.starts_at === null ? '' : `, ${delivery.starts_at}`}`,
    `  ${address.recipient}, ${address.formatted_address}`,
    ...(delivery.remarks === null ? [] : [`  "${delivery.remarks}"`]),
    ...order.history.map(({ at, status, changed_by, note }) =>
      ['  ', at.slice(0, 16), ' ', status, ' by ', changed_by, note === null ? '' : `: ${note}`].join(''),
    ),
    ...order.cash_collections.map(
      ({ outcome, cash_collected, recorded_by }) => `  Cash (${outcome}): RM${cash_collected} by ${recorded_by}`,
    ),
    ...order.refunds.map((request) => `  Cancellation ${request.state}: ${request.reason}`),
    ...order.payment_refunds.map(
      ({ amount, coins, points, state }) => `  Refund ${state}: RM${amount}, ${coins} coins, ${points} points`,
    ),
  ];
}

/** The open cancellation request of an order. */
async function openRequest(call: StaffClient, number: string): Promise<Request> {
  const { order } = await call('GET', `/orders/${encodeURIComponent(number)}`);
  const open = order.refunds.find(({ state }: Request) => state === 'requested');
  if (open === undefined) throw new CommandFailed(`Order ${order.order_number} has no open cancellation request`);
  return open;
}

type RefundOptions = {
  all?: boolean | undefined;
  item?: string[] | undefined;
  amount?: string | undefined;
  comment?: string | undefined;
  restock?: boolean | undefined;
};

/** The body of a refund; items are named by their line in `show`. */
function refundBody(order: Order, { all, item: items, amount, comment, restock = false }: RefundOptions): object {
  const given = [all, items, amount].filter((option) => option !== undefined);
  if (given.length !== 1) throw new CommandFailed(USAGE);
  if (amount !== undefined) return { of: 'goodwill', amount, comment };
  const more = { restock, comment: comment ?? null };
  if (items === undefined) return { of: 'whole_order', ...more };
  const named = items.map((text) => {
    const [, line, quantity] = /^(\d+):(\d+)$/.exec(text) ?? [];
    const item = order.items[Number(line) - 1];
    if (item === undefined)
      throw new CommandFailed(`Order ${order.order_number} has no item ${text}: --item LINE:QUANTITY`);
    const { id, variation_option_id } = item;
    return { id, variation_option_id, quantity: Number(quantity) };
  });
  return { of: 'items', items: named, ...more };
}

type FailureOptions = {
  reason?: string | undefined;
  retry?: boolean | undefined;
  cancel?: boolean | undefined;
  slot?: string | undefined;
  cash?: string | undefined;
};

/** The body of a failed delivery; `--retry` or `--cancel` names its outcome. */
function failureBody({ reason, retry = false, cancel = false, slot, cash: cash_collected }: FailureOptions): object {
  if (reason === undefined || retry === cancel || (cancel && slot !== undefined)) throw new CommandFailed(USAGE);
  return { reason, outcome: retry ? 'retry' : 'cancel', delivery_slot_id: slot, cash_collected };
}

const refundLine = ({ order_number, amount, coins, points, state }: Refund): string =>
  `${order_number}  RM${amount}  ${coins} coins  ${points} points  ${state}`;

/** Runs one command and returns the lines to print. */
export async function ordersCommand(call: StaffClient, args: readonly string[]): Promise<string[]> {
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
      cash: { type: 'string' },
    },
    allowPositionals: true,
  });
  const [command, number] = positionals;
  const { comment } = values;
  if (command === 'list') {
    const search = number === undefined ? '' : `?search=status:${encodeURIComponent(number)}`;
    return (await call('GET', `/orders${search}`)).data.map(summary);
  }
  if (command === 'cash-differences') return (await call('GET', '/cash-differences')).data.map(cashLine);
  if (command === 'cancellations') return (await call('GET', '/refunds')).data.map(requestLine);
  if (command === undefined || number === undefined) throw new CommandFailed(USAGE);
  const path = `/orders/${encodeURIComponent(number)}`;
  if (command === 'show') return details((await call('GET', path)).order);
  if (command === 'advance') {
    return [summary((await call('POST', `${path}/advance`, { cash_collected: values.cash })).order)];
  }
  if (command === 'fail-delivery') {
    return [summary((await call('POST', `${path}/fail-delivery`, failureBody(values))).order)];
  }
  if (command === 'refund') {
    const body = refundBody((await call('GET', path)).order, values);
    return [refundLine(await call('POST', `${path}/refund`, body))];
  }
  if (command === 'approve') {
    const { id } = await openRequest(call, number);
    return [requestLine(await call('POST', `/refunds/${id}/approve`, { comment: comment ?? null }))];
  }
  if (comment === undefined) throw new CommandFailed(USAGE);
  if (command === 'cancel') return [summary((await call('POST', `${path}/cancel`, { comment })).order)];
  if (command !== 'reject') throw new CommandFailed(USAGE);
  const { id } = await openRequest(call, number);
  return [requestLine(await call('POST', `/refunds/${id}/reject`, { comment }))];
}

if (import.meta.main)
  await runProgram(USAGE, async (args) => {
    process.stdout.write(`${(await ordersCommand(staffClient(process.env), args)).join('\n')}\n`);
    return DONE;
  });
