/**
 * A morning of a shop, role by role: ten orders are picked, packed, labelled, sent out, delivered, complained about,
 * refunded, reconciled and closed. At the end the figures of each shopper agree with the staff's to the sen.
 */
import { text } from 'node:stream/consumers';
import type { Lang } from '@shop/core/lang';
import { trackedOrderPath } from '@shop/core/links/paths';
import { formatMessage } from '@shop/core/messages/format';
import { formatMoney, senToText, textToSen } from '@shop/core/money';
import { dayOf } from '@shop/core/time';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { en, type MessageKey } from '../../office/i18n/en.ts';
import { zh } from '../../office/i18n/zh.ts';
import { findings } from '../testing/axe.ts';
import type { InboxMail } from '../testing/inbox.ts';
import {
  CASH_DIFFERENCE_SEN,
  closeDay,
  type DayOrder,
  DRIVER_NAME,
  deliverOrders,
  FORMULA,
  GOODS_SLUGS,
  GOODWILL_SEN,
  listRefunds,
  MARKUP,
  type MemberName,
  type OfficeDay,
  openDay,
  placeOrders,
  REASONS,
  readOrder,
  readRun,
  readSlotDay,
  requestComplaintRefund,
  requireComplainedOrder,
  requireDayOrder,
  requireOrderWith,
  sendOrdersOut,
  settleMoney,
  type UntypedBody,
} from '../testing/office-day.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE } from '../testing/shopper.ts';

const WORDS = { en, zh };
type Translate = (key: MessageKey, params?: Readonly<Record<string, string | number>>) => string;
const speak =
  (lang: Lang): Translate =>
  (key, params) =>
    formatMessage(WORDS[lang][key], params, lang);

let day: OfficeDay;
beforeAll(async () => {
  day = await openDay();
});
afterAll(() => closeDay(day));

const parseSen = (amount: string): number => textToSen(amount) ?? Number.NaN;
const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0);

/** Signs a member of staff in at a path of the office. */
async function signIn(name: MemberName, lang: Lang, viewport: typeof PHONE, path: string) {
  const say = speak(lang);
  const staff = await newShopper({ viewport, url: day.store.url });
  const { page } = staff;
  await page.goto(path);
  if (lang === 'zh') await page.getByRole('button', { name: '中文' }).click();
  await page.getByLabel(say('sign_in.email')).fill(day.members[name].email);
  await page.getByLabel(say('sign_in.password')).fill(day.members[name].password);
  await page.getByRole('button', { name: say('sign_in.submit') }).click();
  return { staff, page, say };
}

test('picker, on a phone in Chinese: picks ten orders, for a while without network, packs, labels and sends out', async () => {
  await placeOrders(day);
  const { staff, page, say } = await signIn('picker', 'zh', PHONE, '/office/picking');
  await page.getByRole('heading', { name: say('menu.picking'), level: 1 }).waitFor();
  const batch = page.getByRole('listitem').filter({ hasText: say('pick.orders', { count: day.orders.length }) });
  await batch.getByRole('link', { name: say('pick.open') }).waitFor();
  expect(await findings(page)).toEqual([]);
  await batch.getByRole('link', { name: say('pick.open') }).click();

  const names = await Promise.all(
    Object.entries(GOODS_SLUGS).map(async ([goods, slug]) => {
      const { name } = await day.call('GET', `/products/${slug}?lang=zh`);
      return [name as string, goods as keyof typeof GOODS_SLUGS] as const;
    }),
  );
  const listParts = (goods?: string) =>
    day.orders.flatMap((order) =>
      order.plan.items.flatMap(([each, quantity], at) =>
        goods === undefined || each === goods
          ? [{ order, quantity, first: at === 0 ? order.plan.first : undefined }]
          : [],
      ),
    );
  const all = sum(listParts().map(({ quantity }) => quantity));
  const dialog = page.getByRole('dialog');
  let done = 0;
  let isOffline = false;
  let wasOffline = false;
  for (let item = 0; item < names.length; item++) {
    await page.getByText(say('pick.progress', { done, all }), { exact: true }).waitFor();
    const title = (await page.getByRole('heading', { level: 2 }).textContent()) ?? '';
    const [, goods] = names.find(([name]) => name === title) ?? [];
    expect([title, goods]).toEqual([title, expect.any(String)]);
    if (item === 0) expect(await findings(page)).toEqual([]);
    const isReplaced = listParts(goods).some(({ first }) => first === 'replaced');
    // The shop suggests replacements, which needs the network.
    if (isOffline && isReplaced) {
      await staff.context.setOffline(false);
      isOffline = false;
    } else if (item > 0 && !wasOffline && !isReplaced) {
      await staff.context.setOffline(true);
      isOffline = true;
      wasOffline = true;
    }
    if (isReplaced) {
      await page.getByRole('button', { name: say('pick.replace') }).click();
      await dialog.getByRole('radio').first().check();
      expect(await findings(page)).toEqual([]);
      await dialog.getByRole('button', { name: say('pick.replace') }).click();
    } else if (listParts(goods).some(({ first }) => first !== undefined)) {
      await page.getByRole('button', { name: say('pick.fewer') }).click();
      for (const { order, quantity, first } of listParts(goods)) {
        const foundCount = first === undefined || first === 'replaced' ? quantity : first.found;
        const label = say('pick.fewer_for', { number: order.order_number, count: quantity });
        await dialog.getByLabel(label).fill(String(foundCount));
      }
      expect(await findings(page)).toEqual([]);
      await dialog.getByRole('button', { name: say('pick.save') }).click();
    } else {
      await page
        .getByRole('button', { name: say('pick.found', { count: sum(listParts(goods).map((part) => part.quantity)) }) })
        .click();
    }
    done += sum(listParts(goods).map(({ quantity }) => quantity));
    if (isOffline) await page.getByText(say('offline.note')).waitFor();
  }
  await page.getByRole('heading', { name: say('pick.pack_title') }).waitFor();
  expect(wasOffline).toBe(true);
  await staff.context.setOffline(false);
  await page.getByText(say('offline.note')).waitFor({ state: 'detached' });
  expect(await findings(page)).toEqual([]);
  for (let bagsPacked = 0; bagsPacked < day.orders.length; bagsPacked++) {
    const bag = page.getByRole('heading', {
      name: (await page.getByRole('heading', { level: 2 }).first().textContent()) ?? '',
    });
    await page
      .getByRole('button', { name: say('pick.pack'), exact: true })
      .first()
      .click();
    await bag.waitFor({ state: 'detached' });
  }
  await page.getByRole('heading', { name: say('pick.done') }).waitFor();
  for (const order of day.orders) {
    const { plan } = order;
    await expect.poll(async () => (await readOrder(day, order)).status).toBe('packed');
    const { picked, quantity_delivered } = (await readOrder(day, order)).items[0];
    const state = plan.first === undefined ? 'found' : plan.first === 'replaced' ? 'replaced' : 'short';
    const expectedQuantity =
      plan.first === undefined ? plan.items[0]?.[1] : plan.first === 'replaced' ? 0 : plan.first.found;
    expect([picked, quantity_delivered]).toEqual([state, expectedQuantity]);
  }

  await page.goto(`/office/print/label?orders=${day.orders.map(({ order_number }) => order_number).join(',')}`);
  for (const { order_number } of day.orders) {
    await page.getByRole('img', { name: say('print.barcode', { number: order_number }) }).waitFor();
  }
  const label = page.getByRole('article').filter({ hasText: requireComplainedOrder(day).order_number });
  await label.getByText(MARKUP).first().waitFor();
  const { grand_total } = await readOrder(
    day,
    requireOrderWith(day, ({ isRefused }) => isRefused === true),
  );
  await page
    .getByText(say('print.collect', { amount: formatMoney(parseSen(grand_total)) }))
    .first()
    .waitFor();
  expect(await findings(page)).toEqual([]);

  await page.goto('/office/delivery');
  await page.getByLabel(say('delivery.day')).fill(await readSlotDay(day));
  for (const { order_number } of day.orders) {
    await page.getByRole('checkbox', { name: say('list.select', { name: order_number }) }).check();
  }
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: say('delivery.add_run', { count: day.orders.length }) }).click();
  await dialog.getByRole('textbox', { name: say('delivery.driver') }).fill(DRIVER_NAME);
  await dialog.getByRole('button', { name: say('delivery.send_out'), exact: true }).click();
  const link = dialog.getByRole('textbox', { name: say('delivery.link') });
  await link.waitFor();
  expect(await findings(page)).toEqual([]);
  day.link = await link.inputValue();
  expect(await page.title()).not.toBe('1');
  const complaints = staff.complaints.filter((complaint) => !complaint.includes('net::ERR_INTERNET_DISCONNECTED'));
  expectQuiet({ ...staff, complaints });
});

test('driver, on a phone: delivers nine orders with proof and one photo, takes the cash, and records a closed door', async () => {
  await sendOrdersOut(day);
  const say = speak('en');
  const driver = await newShopper({ viewport: PHONE, url: day.store.url });
  const { page } = driver;
  const { pathname, hash } = new URL(day.link ?? '');
  await page.goto(`${pathname}${hash}`);
  const dialog = page.getByRole('dialog');
  const all = day.orders.length;
  let cash = 0;
  for (let done = 0; done < all; done++) {
    const head = say('driver.head', { done, all, cash: formatMoney(cash) });
    await page.getByRole('heading', { name: head, level: 1 }).waitFor();
    expect(new URL(page.url()).hash).toBe('');
    if (done === 0) expect(await findings(page)).toEqual([]);
    const stop = page.getByRole('article');
    const stopText = (await stop.textContent()) ?? '';
    const order = day.orders.find(({ order_number }) => stopText.includes(order_number));
    if (order === undefined) throw new Error(`A stop of no order: ${stopText}`);
    const { grand_total, payment_status } = await readOrder(day, order);
    if (order.plan.isRefused) {
      await stop.getByRole('button', { name: say('driver.fail') }).click();
      await dialog.getByLabel(say('driver.reason')).fill(REASONS.refused);
      expect(await findings(page)).toEqual([]);
      await dialog.getByRole('button', { name: say('pick.save') }).click();
      continue;
    }
    const isCash = payment_status === 'unpaid';
    const amount = formatMoney(parseSen(grand_total));
    const submit = isCash ? say('driver.deliver_cash', { amount }) : say('driver.deliver');
    await stop.getByRole('button', { name: submit, exact: true }).click();
    if (order === requireComplainedOrder(day)) {
      expect(stopText).toContain(MARKUP);
      const photo = { name: 'door.png', mimeType: 'image/png', buffer: await page.screenshot() };
      await dialog.getByLabel(say('driver.photo')).setInputFiles(photo);
      await dialog.getByText(say('driver.photo_chosen', { name: photo.name })).waitFor();
      expect(await findings(page)).toEqual([]);
    } else await dialog.getByLabel(say('driver.received_by')).fill('Neighbour');
    await dialog.getByRole('button', { name: submit, exact: true }).click();
    if (isCash) cash += parseSen(grand_total);
  }
  await page.getByText(say('driver.done_text', { cash: formatMoney(cash) })).waitFor();
  expect(await findings(page)).toEqual([]);
  expect(await page.title()).toBe(say('driver.title'));
  // The page continues before the server has received the record.
  await expect.poll(() => readRun(day)).toMatchObject({ cash_recorded: senToText(cash), stops_done: all });
  expectQuiet(driver);
});

test('support: reads markup of shoppers as text, notes a complaint, requests its refund, and exports harmless cells', async () => {
  await deliverOrders(day);
  const { order_number, email } = requireComplainedOrder(day);
  const writer = requireOrderWith(day, ({ customer, choices }) => customer !== undefined && choices !== undefined);
  const message = { name: MARKUP, email: writer.email, subject: MARKUP, message: MARKUP };
  await day.call('POST', '/contact-us', message, writer.customer?.token);
  const { staff, page, say } = await signIn('support', 'en', DESKTOP, '/office/orders');
  await page.getByRole('heading', { name: say('orders.title'), level: 1 }).waitFor();
  await page.getByRole('link', { name: order_number }).waitFor();
  expect(await findings(page)).toEqual([]);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: say('list.export') }).click();
  const csv = await text(await (await download).createReadStream());
  expect(csv).toContain(`"'${FORMULA.replaceAll('"', '""')}`);
  expect(csv).not.toMatch(/(^|[,;\t\n"])[=+\-@]/);
  expect(csv.split('\r\n').filter((line) => line.includes(order_number))).toHaveLength(1);

  await page.keyboard.press('/');
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await page.getByText(MARKUP).first().waitFor();
  await page.getByRole('link', { name: order_number }).click();
  await page.getByRole('heading', { name: order_number, level: 1 }).waitFor();
  await page.getByText(say('order.remarks', { text: MARKUP })).waitFor();
  await page.getByLabel(say('order.note')).fill(`${REASONS.complaint} ${MARKUP}`);
  await page.getByRole('button', { name: say('order.note_add') }).click();
  await page.getByText(`${REASONS.complaint} ${MARKUP}`, { exact: true }).waitFor();
  await page.getByRole('button', { name: say('order.more') }).click();
  await page.getByRole('menuitem', { name: say('order.refund') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: say('refund.goodwill') }).check();
  await dialog.getByLabel(say('form.amount')).fill(senToText(GOODWILL_SEN));
  await dialog.getByLabel(say('form.reason')).fill(REASONS.complaint);
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole('button', { name: say('refund.submit') }).click();
  await page.getByText(say('refund_state.requested')).first().waitFor();
  expect(await findings(page)).toEqual([]);
  expect(await page.title()).toContain(order_number);
  expect(await listRefunds(day)).toContainEqual(
    expect.objectContaining({ order_number, reason: 'goodwill', state: 'requested', amount: senToText(GOODWILL_SEN) }),
  );

  const refusedOrder = requireOrderWith(day, ({ isRefused }) => isRefused === true);
  await page.goto(`/office/orders/${refusedOrder.order_number}`);
  await page.getByText(REASONS.refused).first().waitFor();
  // Opens the page from the list, whose rows lack fields of the page.
  const search = { q: writer.email };
  await page.goto(`/office/customers?filter=${encodeURIComponent(JSON.stringify(search))}`);
  await page.getByRole('main').getByRole('cell').getByRole('link').click();
  await page.waitForURL(`**/office/customers/${writer.customer?.id}`);
  const messages = page.getByRole('region', { name: say('customer.messages') });
  await messages.getByText(MARKUP).nth(1).waitFor();
  expect(await findings(page)).toEqual([]);
  expect(await page.title()).not.toBe('1');
  expectQuiet(staff);
});

/** Approves a refund in its row, and records it as settled. */
async function payBack({
  page,
  say,
  number,
  reference,
}: {
  page: Page;
  say: Translate;
  number: string;
  reference: string;
}) {
  const row = page.getByRole('row').filter({ hasText: number });
  const dialog = page.getByRole('dialog');
  await row.getByRole('button', { name: say('money.approve'), exact: true }).click();
  await dialog.getByRole('button', { name: say('money.approve'), exact: true }).click();
  await row.getByRole('button', { name: say('money.settle'), exact: true }).click();
  await dialog.getByLabel(say('money.reference')).fill(reference);
  await dialog.getByRole('button', { name: say('money.settle'), exact: true }).click();
  await row.getByText(say('refund_state.settled')).waitFor();
}

test('finance: counts the cash with a named difference, approves as the second person, pays back and reconciles', async () => {
  await requestComplaintRefund(day);
  const { staff, page, say } = await signIn('finance', 'en', DESKTOP, '/office/delivery/runs');
  await page.getByRole('link', { name: DRIVER_NAME }).click();
  await page.getByRole('heading', { name: say('delivery.run_title', { driver: DRIVER_NAME }), level: 1 }).waitFor();
  const count = (await listRefunds(day)).filter(({ state }) => state === 'requested').length;
  await page.getByRole('link', { name: `${say('menu.money')} ${say('waiting.refunds', { count })}` }).waitFor();
  const { id, cash_recorded } = await readRun(day);
  await page.getByRole('button', { name: say('delivery.count') }).click();
  const dialog = page.getByRole('dialog');
  const countedCash = senToText(parseSen(cash_recorded) + CASH_DIFFERENCE_SEN);
  await dialog.getByLabel(say('delivery.counted_amount')).fill(countedCash);
  await dialog.getByText(say('delivery.differs', { amount: formatMoney(CASH_DIFFERENCE_SEN) })).waitFor();
  await dialog.getByLabel(say('delivery.why')).fill(REASONS.cash);
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole('button', { name: say('pick.save') }).click();
  // The list of changes below shows the reason too, so the search is limited to this section.
  const cash = page.locator('section', { has: page.getByRole('heading', { name: say('delivery.cash'), exact: true }) });
  await cash.getByText(REASONS.cash, { exact: true }).waitFor();
  expect(await findings(page)).toEqual([]);
  const { run } = await day.call('GET', `/staff/delivery/runs/${id}`);
  expect(run).toMatchObject({
    cash_counted: countedCash,
    counted_by: day.members.finance.email,
    count_comment: REASONS.cash,
  });

  await page.goto('/office/money');
  await page.getByText(say('money.second_person')).first().waitFor();
  expect(await findings(page)).toEqual([]);
  const refunds = await listRefunds(day);
  for (const [at, { order_number: number }] of refunds.entries()) {
    await payBack({ page, say, number, reference: `R-${at}` });
  }
  expect((await listRefunds(day)).map(({ state }) => state)).toEqual(refunds.map(() => 'settled'));

  const paymentRows = await Promise.all(
    day.orders
      .filter(({ attempt }) => attempt !== null)
      .map(async (order) => `${order.attempt},${(await readOrder(day, order)).grand_total},1`),
  );
  const refundRows = refunds.map(
    ({ order_number, amount }) => `${requireDayOrder(day, order_number).attempt},-${amount},Refund`,
  );
  const csv = ['RefNo,Amount,Status', ...paymentRows, ...refundRows].join('\n');
  await page.goto('/office/money/reconcile');
  const today = dayOf(new Date());
  await page.getByLabel(say('money.from')).fill(today);
  await page.getByLabel(say('money.to')).fill(today);
  const file = { name: 'settlement.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await page.getByLabel(say('reconcile.choose')).setInputFiles(file);
  await page.getByText(say('reconcile.matched', { matched: paymentRows.length + refundRows.length })).waitFor();
  await page.getByText(say('reconcile.differs', { count: 0 })).waitFor();
  expect(await findings(page)).toEqual([]);
  expectQuiet(staff);
});

/** Lists the mails to an order's email, newest first. */
async function listMails({ email }: DayOrder): Promise<InboxMail[]> {
  const response = await fetch(`${day.store.url}/dev/inbox?to=${encodeURIComponent(email)}`, {
    headers: { accept: 'application/json' },
  });
  return (await response.json()).data;
}

const SALES = [
  ...['items_total', 'discount', 'coupon_discount', 'delivery_fee', 'bag_fee', 'tip', 'voucher', 'points', 'coins'],
  ...['undelivered', 'rounding', 'grand_total'],
] as const;

/** Expects that a shopper's figures of an order agree with the staff's; returns the staff's. */
async function expectAgreement(order: DayOrder): Promise<UntypedBody> {
  const staff = await readOrder(day, order);
  const proof = new URLSearchParams({ order_number: order.order_number, token: order.view_token });
  const { order: shopper } = await day.call('GET', `/order?${proof}`, undefined, order.view_token);
  const pickFigures = ({ items, ...rest }: UntypedBody) => ({
    ...Object.fromEntries(
      ['status', 'payment_status', 'grand_total', 'delivered_total', 'totals', 'payment_refunds'].map((name) => [
        name,
        rest[name],
      ]),
    ),
    items: items.map(
      ({ id, quantity, price_total, picked, quantity_delivered, undelivered, replaced_by }: UntypedBody) => ({
        ...{ id, quantity, price_total, picked, quantity_delivered, undelivered },
        replaced_by: replaced_by && [replaced_by.id, replaced_by.quantity, replaced_by.price_total],
      }),
    ),
  });
  expect(pickFigures(shopper)).toEqual(pickFigures(staff));
  return staff;
}

/** The demo's reward for a first order. The points for its goods are credited only after the days of returns. */
const FIRST_ORDER_POINTS = 200;

/** Expects that a customer's wallets agree with the staff's, and that their entries add up to them. */
async function expectWallets({ customer, plan }: DayOrder): Promise<void> {
  if (customer === null) return;
  const shopperWallets = await day.call('GET', '/wallet_transactions?limit=100', undefined, customer.token);
  const staff = await day.call('GET', `/staff/wallets/${customer.id}`);
  expect(staff.balances).toEqual(shopperWallets.balances);
  const { points = 0, coins = 0, buysVoucher } = plan.customer ?? {};
  const { use_points = 0, use_golds = 0 }: UntypedBody = plan.choices ?? {};
  const spent = { point: use_points + (buysVoucher ? 150 : 0), store_credit: use_golds };
  expect({
    point: shopperWallets.balances.point.balance,
    store_credit: shopperWallets.balances.store_credit.balance,
  }).toEqual({
    point: points - spent.point + FIRST_ORDER_POINTS,
    store_credit: coins - spent.store_credit,
  });
  for (const kind of ['point', 'store_credit'] as const) {
    const entries = shopperWallets.data.filter(
      (entry: UntypedBody) => entry.kind === kind && entry.state !== 'pending',
    );
    expect(sum(entries.map(({ amount }: UntypedBody) => amount))).toBe(shopperWallets.balances[kind].balance);
  }
}

test('owner, in Chinese: the closing agrees with every shopper’s order page, mails and wallet to the sen', async () => {
  await settleMoney(day);
  const paidOrders: UntypedBody[] = [];
  for (const order of day.orders) {
    const figures = await expectAgreement(order);
    if (figures.payment_status !== 'unpaid') paidOrders.push(figures);
    await expectWallets(order);
    const amounts = [
      parseSen(figures.delivered_total),
      ...figures.payment_refunds.map(({ amount }: UntypedBody) => parseSen(amount)),
    ];
    for (const amount of amounts) {
      const readMailTexts = async () => (await listMails(order)).map((mail) => mail.text).join('\n');
      await expect.poll(readMailTexts).toContain(formatMoney(amount));
    }
  }
  expect(paidOrders.length).toBe(day.orders.length - 1);

  const today = dayOf(new Date());
  const closing = await day.call('GET', `/staff/closing?day=${today}`);
  const before = day.closingBefore;
  /** Adds orders to the sums of an earlier closing. */
  const addSales = (earlierSales: UntypedBody, orders: readonly UntypedBody[]) => ({
    orders: (earlierSales?.orders ?? 0) + orders.length,
    ...Object.fromEntries(
      SALES.map((part) => [
        part,
        senToText(parseSen(earlierSales?.[part] ?? '0.00') + sum(orders.map(({ totals }) => parseSen(totals[part])))),
      ]),
    ),
  });
  expect(closing.sales).toEqual(addSales(before.sales, paidOrders));
  for (const { payment_method, name: _, ...method } of closing.by_payment_method) {
    const earlierSales = before.by_payment_method.find((each: UntypedBody) => each.payment_method === payment_method);
    const methodOrders = paidOrders.filter((order) => order.payment_method === payment_method);
    expect(method).toEqual(addSales(earlierSales, methodOrders));
  }
  const refunds = await listRefunds(day);
  const refundedSen = sum(refunds.map(({ amount }) => parseSen(amount)));
  const cash = sum(
    paidOrders.filter((order) => order.payment_method === 'cod').map((order) => parseSen(order.grand_total)),
  );
  const add = (earlierAmount: string, amount: number) => senToText(parseSen(earlierAmount) + amount);
  expect(closing).toMatchObject({
    refunded: add(before.refunded, refundedSen),
    net: add(before.net, sum(paidOrders.map(({ grand_total }) => parseSen(grand_total))) - refundedSen),
    deliveries: {
      delivered: before.deliveries.delivered + paidOrders.length,
      failed: before.deliveries.failed + 1,
      canceled: before.deliveries.canceled,
    },
    cash: {
      cash_due: add(before.cash.cash_due, cash),
      cash_recorded: add(before.cash.cash_recorded, cash),
      cash_counted: add(before.cash.cash_counted, cash + CASH_DIFFERENCE_SEN),
      cash_difference: add(before.cash.cash_difference, CASH_DIFFERENCE_SEN),
      uncounted_runs: before.cash.uncounted_runs,
    },
  });

  const { staff, page, say } = await signIn('owner', 'zh', DESKTOP, '/office/closing');
  const findSection = (name: string) => page.getByRole('region', { name, exact: true });
  await findSection(say('closing.sales'))
    .getByText(formatMoney(parseSen(closing.sales.grand_total)), { exact: true })
    .waitFor();
  await findSection(say('closing.net'))
    .getByText(formatMoney(parseSen(closing.net)), { exact: true })
    .waitFor();
  await findSection(say('closing.cash'))
    .getByText(formatMoney(parseSen(closing.cash.cash_difference)), { exact: true })
    .waitFor();
  expect(await findings(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: say('closing.csv') }).click();
  const lines = (await text(await (await download).createReadStream())).split('\n');
  expect(lines).toContain(`${today},net,,,${closing.net}`);
  expectQuiet(staff);

  const shortOrder = requireOrderWith(day, ({ first, isPaidOnline }) => first !== undefined && isPaidOnline === true);
  const shopper = await newShopper({ viewport: PHONE, lang: 'zh', url: day.store.url });
  await shopper.visit(trackedOrderPath({ order_number: shortOrder.order_number, token: shortOrder.view_token }));
  const { delivered_total, payment_refunds } = await readOrder(day, shortOrder);
  const main = shopper.page.getByRole('main');
  await main
    .getByText(formatMoney(parseSen(delivered_total)))
    .first()
    .waitFor();
  await main
    .getByText(formatMoney(parseSen(payment_refunds[0].amount)))
    .first()
    .waitFor();
  expect(await findings(shopper.page)).toEqual([]);
  expectQuiet(shopper);
});
