/**
 * A day of a shop of its own, for the stories of its staff: ten orders from the shelf to the closing. Each story begins
 * at a step of the day; steps that no earlier story of the file did in the browser are done over the API.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { senToText, textToSen } from '@shop/core/money';
import type { StaffRole } from '@shop/core/staff/roles';
import { dayOf } from '@shop/core/time';
import { expect, inject } from 'vitest';
import { DEMO_PASSWORD } from '../../server/identity/sign-in/passwords.ts';
import { uniqueDigits } from './customer.ts';
import { openDatabase } from './embedded-database.ts';
import { type BuyerDetails, type OrderAccess, type OrderChoices, placeBuyersOrder } from './place-order.ts';
import { newShopper } from './shopper.ts';
import { copySeededDataDir, openStore, removeDataDir, type ShopProcess } from './store.ts';

// biome-ignore lint/suspicious/noExplicitAny: stories check responses without the contract's types
export type UntypedBody = any;

/** Texts that would run if a page took them for markup, or a spreadsheet for a formula. */
export const MARKUP = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
export const FORMULA = '=HYPERLINK("https://evil.example";"Pay")';

/** Refunds above it need a second person, in sen. */
export const REFUND_LIMIT_SEN = 5_00;

export const DRIVER_NAME = 'Azlan';
/** The reasons for the failed delivery, the refund of the complaint, and the difference of the driver's cash. */
export const REASONS = { refused: 'Nobody opened', complaint: 'A dented jar', cash: 'Gave too much change' };
/** The refund of the complaint, above `REFUND_LIMIT_SEN`, and the difference of the counted cash, in sen. */
export const GOODWILL_SEN = 6_00;
export const CASH_DIFFERENCE_SEN = -50;

export const GOODS_SLUGS = {
  kaya: 'nyonya-pot-pandan-kaya',
  murukku: 'warung-wan-spicy-murukku',
  loaf: 'oven-pagi-wholemeal',
  tea: 'kopi-lorong-teh-tarik-3-in-1',
  rice: 'padi-lima-organic-brown-rice',
};
type GoodsName = keyof typeof GOODS_SLUGS;

type OpeningWallets = { points?: number; coins?: number; buysVoucher?: boolean };

type OrderPlan = {
  items: readonly (readonly [GoodsName, number])[];
  isPaidOnline?: boolean;
  /** Orders as a new customer, who gets these points and coins before; if left out, as a guest. */
  customer?: OpeningWallets;
  choices?: object;
  /** Fields of the buyer that differ from the usual one. */
  buyer?: Partial<BuyerDetails>;
  /** How the first line is picked: the units that are found, or a replacement. */
  first?: { found: number } | 'replaced';
  isRefused?: boolean;
};

/** The orders of the day: cash and online, with coupons, points, coins and vouchers, and every choice for missing goods. */
export const ORDER_PLANS: readonly OrderPlan[] = [
  { items: [['kaya', 2]] },
  {
    items: [
      ['kaya', 3],
      ['tea', 1],
    ],
    isPaidOnline: true,
    choices: { if_missing: 'refund' },
    first: { found: 2 },
  },
  {
    items: [
      ['loaf', 2],
      ['kaya', 1],
    ],
    choices: { if_missing: 'replace' },
    first: 'replaced',
  },
  {
    items: [
      ['tea', 2],
      ['kaya', 2],
    ],
    isPaidOnline: true,
    customer: {},
    choices: { coupon_code: 'WELCOME10' },
  },
  {
    items: [
      ['murukku', 3],
      ['kaya', 1],
    ],
    choices: { if_missing: 'call' },
    first: { found: 2 },
  },
  { items: [['tea', 2]], customer: { points: 150, buysVoucher: true } },
  {
    items: [['rice', 1]],
    isPaidOnline: true,
    customer: { points: 600, coins: 250 },
    choices: { use_points: 500, use_golds: 200 },
  },
  {
    items: [['kaya', 4]],
    customer: { coins: 100 },
    buyer: { recipient: FORMULA },
    choices: { use_golds: 100 },
  },
  {
    items: [
      ['kaya', 1],
      ['rice', 1],
    ],
    isRefused: true,
  },
  {
    items: [['murukku', 2]],
    isPaidOnline: true,
    buyer: { recipient: MARKUP, street_address: `1, Jalan ${MARKUP}` },
    choices: { shipping_remarks: MARKUP },
  },
];

/** An order of the day; `attempt` is the reference of its online payment. */
export type DayOrder = OrderAccess & {
  plan: OrderPlan;
  email: string;
  attempt: string | null;
  customer: { id: string; token: string } | null;
};

type StaffLogin = { email: string; password: string; token: string };
const STAFF_MEMBERS: Readonly<Record<'picker' | 'support' | 'finance' | 'owner', StaffRole>> = {
  picker: 'picker',
  support: 'support',
  finance: 'finance',
  owner: 'owner',
};
export type MemberName = keyof typeof STAFF_MEMBERS;

/** Calls an API of the shop, and expects that it does not refuse. */
export type ApiCall = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
  token?: string,
) => Promise<UntypedBody>;

export type OfficeDay = {
  store: ShopProcess;
  members: Readonly<Record<MemberName, StaffLogin>>;
  /** Calls any API, as the operator without a token. */
  call: ApiCall;
  orders: DayOrder[];
  /** The closing of today before the orders: the demo has orders of its own. */
  closingBefore: UntypedBody;
  /** The driver's link; null before the orders are sent out. */
  link: string | null;
};

const makeCall =
  ({ url, dataDir }: ShopProcess): ApiCall =>
  async (method, path, body, token = readFileSync(join(dataDir, 'operator-token'), 'utf8')) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    expect(response.ok, `${method} ${path}: ${text}`).toBe(true);
    return JSON.parse(text);
  };

async function runSql({ dataDir }: ShopProcess, text: string): Promise<void> {
  const database = await openDatabase(dataDir);
  await database.query(text);
  await database.end();
}

/** Opens a shop for the day, with an account for each role and a limit for refunds; `closeDay` ends it. */
export async function openDay(): Promise<OfficeDay> {
  const store = await openStore(copySeededDataDir(inject('seededDataDir')));
  await runSql(
    store,
    `insert into settings (key, value) values ('approvals', '{"refunds_above": ${REFUND_LIMIT_SEN}}')
     on conflict (key) do update set value = excluded.value`,
  );
  const call = makeCall(store);
  const members = await Promise.all(
    Object.entries(STAFF_MEMBERS).map(async ([name, role]) => {
      const account = { email: `${name}@morning.example`, password: DEMO_PASSWORD };
      await call('POST', '/staff/accounts', { ...account, roles: [role] });
      const { token } = await call('POST', '/staff/token', account);
      return [name, { ...account, token }] as const;
    }),
  );
  const closingBefore = await call('GET', `/staff/closing?day=${dayOf(new Date())}`);
  const membersByName = Object.fromEntries(members) as OfficeDay['members'];
  return { store, call, members: membersByName, orders: [], closingBefore, link: null };
}

export async function closeDay({ store }: OfficeDay): Promise<void> {
  await store.stop();
  removeDataDir(store.dataDir);
}

/** Registers a customer with points, coins and a voucher; `choices` has the voucher's id. */
async function addCustomer({ call }: OfficeDay, { points = 0, coins = 0, buysVoucher = false }: OpeningWallets) {
  const email = `morning.${uniqueDigits()}@example.com`;
  const account = { name: 'Nurul Hudayah', email, password: DEMO_PASSWORD, accept_terms: true };
  const { me, token } = await call('POST', '/register', account);
  for (const [kind, amount] of [
    ['point', points],
    ['store_credit', coins],
  ] as const) {
    const body = { kind, amount, reason: 'Opening balance' };
    if (amount > 0) await call('POST', `/staff/wallets/${me.id}/adjust`, body);
  }
  if (!buysVoucher) return { id: me.id, token, email, choices: {} };
  const { data } = await call('GET', '/vouchers', undefined, token);
  const { id } = data.find(({ name }: UntypedBody) => name === 'Coffee break');
  const { voucher } = await call('POST', '/voucher/activated', { voucher_id: id }, token);
  return { id: me.id, token, email, choices: { voucher_id: voucher.id } };
}

/** Pays at the stand-in gateway as the shopper's browser does, and waits until an enquiry has confirmed it. */
async function payOrder({ call }: OfficeDay, token: string, attempt: string): Promise<void> {
  const { form } = await call('POST', `/orders/payment/${attempt}/form`, { token });
  const response = await fetch(`${form.action}?outcome=success`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(form.fields),
  });
  expect((await response.json()).returns.Status).toBe('1');
  const { attempt: settledAttempt } = await call('POST', `/staff/payments/attempts/${attempt}/requery`);
  expect(settledAttempt).toMatchObject({ state: 'paid', is_confirmed: true });
}

/** Places the orders of `ORDER_PLANS` in one slot, and pays those that are paid online. */
export async function placeOrders(day: OfficeDay): Promise<void> {
  if (day.orders.length > 0) return;
  const { page } = await newShopper({ url: day.store.url });
  const ids = await Promise.all(
    Object.values(GOODS_SLUGS).map(async (slug) => (await day.call('GET', `/products/${slug}`)).id as string),
  );
  const idOf = (goods: GoodsName) => ids[Object.keys(GOODS_SLUGS).indexOf(goods)] ?? '';
  for (const plan of ORDER_PLANS) {
    const customer = plan.customer === undefined ? null : await addCustomer(day, plan.customer);
    const digits = uniqueDigits();
    const buyer: BuyerDetails = {
      recipient: 'Tan Mei Ling',
      email: customer?.email ?? `morning.${digits}@example.com`,
      contact_number: `012-${digits}`,
      street_address: `${digits}, Jalan Pagi`,
      ...plan.buyer,
    };
    const choices: OrderChoices = {
      payment_method: plan.isPaidOnline ? 'fpx' : 'cod',
      token: customer?.token,
      items: plan.items.map(([goods, quantity]) => ({ id: idOf(goods), quantity })),
      more: { ...plan.choices, ...customer?.choices },
    };
    const { order, payment } = await placeBuyersOrder(page, buyer, choices);
    if (payment !== null) await payOrder(day, order.view_token, payment.attempt);
    day.orders.push({ ...order, plan, email: buyer.email, attempt: payment?.attempt ?? null, customer });
  }
  // Staff see messages of the contact form from a proven email.
  await runSql(day.store, `update customers set email_verified_at = now() where email like 'morning.%'`);
}

export const requireDayOrder = ({ orders }: OfficeDay, id: string): DayOrder => {
  const order = orders.find((each) => each.id === id || each.order_number === id);
  if (order === undefined) throw new Error(`The day has no order ${id}`);
  return order;
};

/** Returns the order whose plan meets a condition; throws if there is none. */
export const requireOrderWith = ({ orders }: OfficeDay, fits: (plan: OrderPlan) => boolean): DayOrder => {
  const order = orders.find(({ plan }) => fits(plan));
  if (order === undefined) throw new Error('No order of the day has such a plan');
  return order;
};

/** Returns the order of the complaint: the one with markup in its fields. */
export const requireComplainedOrder = (day: OfficeDay): DayOrder =>
  requireOrderWith(day, ({ buyer }) => buyer?.recipient === MARKUP);

/** Reads an order as staff see it. */
export const readOrder = async ({ call }: OfficeDay, { id }: { id: string }): Promise<UntypedBody> =>
  (await call('GET', `/staff/orders/${id}`)).order;

/** Picks and packs the orders that are not packed yet, as their plans say. */
export async function packOrders(day: OfficeDay): Promise<void> {
  await placeOrders(day);
  const { token } = day.members.picker;
  for (const order of day.orders) {
    const { status, items } = await readOrder(day, order);
    if (status !== 'pending' && status !== 'processing') continue;
    const act = (path: string, body: object) => day.call('POST', `/staff/orders/${order.id}/${path}`, body, token);
    for (const [at, { line, quantity, picked }] of items.entries()) {
      const first = at === 0 ? order.plan.first : undefined;
      if (picked !== null) continue;
      if (first === undefined) await act(`lines/${line}/found`, { quantity });
      else if (first !== 'replaced') await act(`lines/${line}/short`, { quantity_found: first.found });
      else {
        const { data } = await day.call('GET', `/staff/pick/replacements?order=${order.id}&line=${line}`);
        const product = { id: data[0].id, variation_option_id: data[0].variation_option_id };
        await act(`lines/${line}/replace`, { product, quantity });
      }
    }
    await act('pack', { bags: { ambient: 1 } });
  }
}

/** Reads the day of the orders' slot in Malaysia. */
export async function readSlotDay(day: OfficeDay): Promise<string> {
  const { delivery } = await readOrder(day, day.orders[0] ?? { id: '' });
  return dayOf(new Date(delivery.starts_at));
}

/** Sends all orders out with one driver. */
export async function sendOrdersOut(day: OfficeDay): Promise<void> {
  await packOrders(day);
  if (day.link !== null) return;
  const order_ids = day.orders.map(({ id }) => id);
  const body = { driver: DRIVER_NAME, vehicle: 'Van 2', order_ids };
  day.link = (await day.call('POST', '/staff/delivery/runs', body, day.members.picker.token)).link;
}

/** Delivers the orders that are on their way, and records the failed delivery. */
export async function deliverOrders(day: OfficeDay): Promise<void> {
  await sendOrdersOut(day);
  const token = new URL(day.link ?? '').hash.slice(1);
  const { run } = await day.call('GET', '/delivery-runs/current', undefined, token);
  for (const { order_id, state, cash_to_collect } of run.stops) {
    if (state !== 'open') continue;
    const order = requireDayOrder(day, order_id);
    const at = new Date().toISOString();
    const stop = `/delivery-runs/current/stops/${order_id}`;
    if (order?.plan.isRefused) await day.call('POST', `${stop}/fail`, { reason: REASONS.refused, at }, token);
    else {
      const body = {
        received_by: 'Neighbour',
        cash_collected: Number(cash_to_collect) > 0 ? cash_to_collect : null,
        at,
      };
      await day.call('POST', `${stop}/deliver`, body, token);
    }
  }
}

type DayRefund = { id: string; order_number: string; reason: string; state: string; amount: string };

/** Lists the refunds of the day's orders, not those of the demo. */
export async function listRefunds({ call, orders }: OfficeDay): Promise<DayRefund[]> {
  const { data }: { data: DayRefund[] } = await call('GET', '/staff/payments/refunds?limit=100');
  return data.filter((refund) => orders.some(({ order_number }) => order_number === refund.order_number));
}

/** Requests the refund of the complaint. */
export async function requestComplaintRefund(day: OfficeDay): Promise<void> {
  await deliverOrders(day);
  const { id, order_number } = requireComplainedOrder(day);
  if ((await listRefunds(day)).some((refund) => refund.order_number === order_number)) return;
  const body = { of: 'goodwill', amount: senToText(GOODWILL_SEN), comment: REASONS.complaint };
  await day.call('POST', `/staff/orders/${id}/refund`, body, day.members.support.token);
}

/** Reads the run of the day. */
export const readRun = async ({ call }: OfficeDay): Promise<UntypedBody> =>
  (await call('GET', '/staff/delivery/runs')).data[0];

/** Pays the refunds back, and counts the driver's cash. */
export async function settleMoney(day: OfficeDay): Promise<void> {
  await requestComplaintRefund(day);
  const { token } = day.members.finance;
  for (const { id, state } of await listRefunds(day)) {
    const move = (step: string, body: object) => day.call('POST', `/staff/payments/refunds/${id}/${step}`, body, token);
    if (state === 'requested') await move('approve', {});
    if (state !== 'settled') await move('settle', { operator_reference: `R-${id.slice(-6)}` });
  }
  const run = await readRun(day);
  if (run.cash_counted !== null) return;
  const countedCash = senToText((textToSen(run.cash_recorded) ?? 0) + CASH_DIFFERENCE_SEN);
  await day.call('POST', `/staff/delivery/runs/${run.id}/cash`, { counted: countedCash, comment: REASONS.cash }, token);
}
