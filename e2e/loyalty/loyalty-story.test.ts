/**
 * A customer with points, coins, vouchers and tiers: earns, checks in, refers a friend, buys a voucher, pays with all
 * of them, cancels, and shops in an outlet (docs/api.md#loyalty, docs/api.md#till).
 */
import type { Lang } from '@shop/core/lang';
import { accountPath, coinsPath, ROUTES, vouchersPath } from '@shop/core/links/paths';
import { formatMessage } from '@shop/core/messages/format';
import { formatMoney } from '@shop/core/money';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeEntry } from '../../server/loyalty/wallets/entry-texts.ts';
import { en } from '../../web/i18n/en/bundles/all.ts';
import { zh } from '../../web/i18n/zh/bundles/all.ts';
import { formatSigned } from '../../web/loyalty/amount-text.ts';
import {
  asCustomer,
  fillCart,
  newCustomer,
  PASSWORD,
  readLastOrder,
  saveAddress,
  type TestAccount,
  uniqueDigits,
} from '../testing/customer.ts';
import { endReturns } from '../testing/end-returns.ts';
import { chooseCash, chooseSlot, confirmWithoutPhone, WORDS } from '../testing/guest-checkout.ts';
import { readInbox } from '../testing/inbox.ts';
import { placeOrder } from '../testing/place-order.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE, type Shopper } from '../testing/shopper.ts';
import { runOrders, runTill } from '../testing/staff-command.ts';

const TEXTS = { en, zh };

/** A loaf that members of the second tier get for less. */
const LOAF = { slug: 'oven-pagi-wholemeal', price: 'RM4.20', tierPrice: 'RM3.95' };
/** At RM13.50 in a deal, else RM18.90: twenty-four reach the second tier, and not the third. */
const RICE = 'padi-lima-organic-brown-rice';
const RICE_QUANTITY = 24;
const TEA = 'kopi-lorong-teh-tarik-3-in-1';

/** The voucher for RM2 off coffee and tea costs 150 points. */
const VOUCHER = { en: 'Coffee break', zh: '咖啡时光礼券' };
const VOUCHER_COST = 150;
const REFERRAL_COINS = 500;
const FIRST_ORDER_POINTS = 200;

type LoyaltyMember = Shopper & TestAccount & { lang: Lang };

async function readProductId({ page }: Shopper, slug: string): Promise<string> {
  return ((await (await page.request.get(`/api/products/${slug}`)).json()) as { id: string }).id;
}

const deliver = async (number: string): Promise<void> => {
  for (let step = 0; step < 4; step++) await runOrders('advance', number);
};

const locateEntries = ({ page, lang }: LoyaltyMember) =>
  page.getByRole('region', { name: TEXTS[lang]['loyalty.activity'] }).getByRole('listitem');

/** Opens the wallet's page and waits for its balance. */
async function openWallet(member: LoyaltyMember, kind: 'point' | 'store_credit', balance: number): Promise<void> {
  await member.visit(`${accountPath('wallet')}?kind=${kind}`);
  await member.settle();
  const wallets = member.page.getByRole('region', { name: TEXTS[member.lang]['loyalty.your_wallets'] });
  await wallets.getByText(String(balance), { exact: true }).waitFor();
}

/** Reads the value of the last order's goods, in sen. */
async function readLastGoods(member: LoyaltyMember): Promise<number> {
  const { totals } = await readLastOrder(member);
  return Math.round((Number(totals.items_total) - Number(totals.discount)) * 100);
}

/** Returns the page's text for the basis of an entry. */
const basisText = (amount: string, rate: string, lang: Lang): string =>
  formatMessage(TEXTS[lang]['loyalty.entry_basis'], { amount, rate }, lang);

/** Waits for one entry with a description and an amount. */
async function expectEntry(member: LoyaltyMember, description: string, amount: number): Promise<void> {
  const entry = locateEntries(member)
    .filter({ hasText: description })
    .filter({ hasText: formatSigned(amount) });
  await expect.poll(() => entry.count(), { message: `${description} ${amount}` }).toBe(1);
}

/** Puts the loaf into the cart, expects its price there, and the tier's label there and on its page, and removes it. */
async function expectPrice(member: LoyaltyMember, price: string, tier: string | null = null): Promise<void> {
  const label = formatMessage(TEXTS[member.lang]['catalog.member_price'], { tier: tier ?? '' }, member.lang);
  const loaf = { id: await readProductId(member, LOAF.slug), quantity: 1 };
  await fillCart(member, asCustomer(member), [loaf]);
  await member.visit('/cart');
  const drawer = member.page.getByRole('dialog');
  await drawer.getByText(price).first().waitFor();
  expect(await drawer.getByText(label).count()).toBe(tier === null ? 0 : 1);
  if (tier !== null) {
    await member.visit(`${ROUTES.product}?slug=${LOAF.slug}`);
    await member.page.locator('main').getByText(label).waitFor();
  }
  await fillCart(member, asCustomer(member), [{ ...loaf, quantity: 0 }]);
}

/** Reads the referral code of the sign-up link in a WhatsApp message. */
function readInvitedCode(whatsapp: string | null): string {
  const text = new URL(whatsapp ?? '').searchParams.get('text') ?? '';
  return new URL(text.match(/https?:\S+/)?.[0] ?? '').searchParams.get('referral_code') ?? '';
}

/** Signs a friend up with the code of the member's page, and orders to another address. */
async function orderAsFriend(member: LoyaltyMember): Promise<void> {
  const say = TEXTS[member.lang];
  await member.visit(accountPath('referToFriend'));
  const code = readInvitedCode(
    await member.page.getByRole('link', { name: say['referral.whatsapp'] }).getAttribute('href'),
  );
  const friend = await newShopper();
  const digits = uniqueDigits();
  const email = `friend.${digits}@e2e.example`;
  const body = { name: 'Wei Jie', email, password: PASSWORD, accept_terms: true, referral_code: code };
  const response = await friend.page.request.post('/api/register', { data: body });
  expect(response.status(), await response.text()).toBe(201);
  const { token } = (await response.json()) as { token: string };
  const home = {
    recipient: 'Wei Jie',
    email,
    contact_number: `019-${digits}`,
    street_address: `${digits}, Jalan Kawan`,
  };
  await deliver(await placeOrder(friend.page, home, token));
  await member.page.reload();
  await member.page
    .getByText(formatMessage(say['loyalty.plus_coins'], { count: REFERRAL_COINS }, member.lang))
    .waitFor();
}

async function buyVoucher({ page, lang, visit, settle }: LoyaltyMember): Promise<void> {
  const say = TEXTS[lang];
  await visit(vouchersPath());
  await settle();
  const vouchers = page.getByRole('region', { name: say['loyalty.vouchers'], exact: true });
  await vouchers.getByRole('button', { name: VOUCHER[lang] }).click();
  const cost = formatMessage(say['loyalty.points_count'], { count: VOUCHER_COST }, lang);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: formatMessage(say['loyalty.redeem'], { cost }, lang) })
    .click();
  await vouchers.getByText(say['loyalty.voucher_new']).waitFor();
}

/** Waits for an amount beside a label in the visible totals. */
async function expectAmount(page: Page, label: string, amount: string): Promise<void> {
  const terms = page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) });
  const row = page.locator('div').filter({ has: terms }).filter({ hasText: amount }).filter({ visible: true });
  await row.last().waitFor();
}

/** Pays an order with the voucher, all points that it can use, and all coins; returns its number. */
async function payWithEverything(member: LoyaltyMember, usedPoints: number): Promise<string> {
  const { page, lang } = member;
  const say = TEXTS[lang];
  const words = WORDS[lang];
  await saveAddress(member, { title: 'Home', is_default: true, email: member.email });
  await fillCart(member, asCustomer(member), [{ id: await readProductId(member, TEA), quantity: 2 }]);
  await member.visit('/checkout');
  await page.getByRole('button', { name: words.toDelivery }).click();
  await chooseSlot(page, lang);
  await chooseCash(page, lang);
  const wallets = page.getByRole('region', { name: say['loyalty.pay_with'] });
  await wallets.getByRole('button', { name: VOUCHER[lang], pressed: false }).click();
  await wallets.getByRole('button', { name: VOUCHER[lang], pressed: true }).waitFor();
  await expectAmount(page, say['cart.voucher'], 'RM2.00');
  const usePoints = wallets.getByRole('switch', { name: say['loyalty.use_points'] });
  const rule = { step: 100, amount: 'RM1', most: formatMoney(usedPoints) };
  await wallets.getByText(formatMessage(say['loyalty.points_rule'], rule, lang)).waitFor();
  await usePoints.click();
  await expectAmount(page, say['cart.points'], formatMoney(usedPoints));
  await wallets.getByRole('switch', { name: say['loyalty.use_coins'] }).click();
  await expectAmount(page, say['cart.coins'], 'RM5.00');
  await confirmWithoutPhone(page, lang);
  return (await readLastOrder(member)).order_number;
}

/** Requests the cancellation of an order as the customer, and approves it as staff. */
async function cancel(member: LoyaltyMember, number: string): Promise<void> {
  const { page, lang } = member;
  const say = TEXTS[lang];
  await member.visit('/my-account/orders');
  await page
    .getByRole('link', { name: formatMessage(say['orders.order_title'], { number }, lang), exact: true })
    .click();
  await page.getByRole('button', { name: say['orders.cancel'] }).click();
  const dialog = page.getByRole('dialog', { name: say['orders.cancel'] });
  await dialog.getByRole('radio', { name: say['orders.cancel_reason_mistake'] }).check();
  await dialog.getByRole('button', { name: say['orders.cancel_send'] }).click();
  await page.getByText(say['orders.cancel_done']).first().waitFor();
  expect(await runOrders('approve', number)).toContain('approved');
}

async function expectVoucher({ page, lang, visit }: LoyaltyMember, isLocked: boolean): Promise<void> {
  await visit(accountPath('ownVouchers'));
  // Its last day distinguishes it from the same voucher below, which can be bought.
  const lastDay = TEXTS[lang]['loyalty.voucher_days_left'].replace(/\{when\}.*/, '');
  const voucher = page.getByRole('article').filter({ hasText: VOUCHER[lang] }).filter({ hasText: lastDay });
  await voucher.waitFor();
  expect(await voucher.getByText(TEXTS[lang]['loyalty.voucher_locked']).count()).toBe(isLocked ? 1 : 0);
}

/** Scans the member card at a till and awards a receipt of RM40.00. */
async function shopInOutlet({ page, lang, visit, settle }: LoyaltyMember, receipt: string): Promise<void> {
  await visit(coinsPath());
  await settle();
  await page.getByRole('button', { name: TEXTS[lang]['loyalty.show_code'] }).click();
  const card =
    (await page
      .getByRole('dialog')
      .getByText(/^\d{18}$/)
      .textContent()) ?? '';
  const [id = ''] = (await runTill('member', card)).split(' ');
  expect(await runTill('award', id, receipt, '40.00')).toContain(receipt);
}

async function runStory(lang: Lang, viewport: { width: number; height: number }): Promise<void> {
  const member: LoyaltyMember = { ...(await newCustomer({ lang, viewport })), lang };
  const { page, email } = member;
  const say = TEXTS[lang];
  const text = (action: Parameters<typeof describeEntry>[0], details: Parameters<typeof describeEntry>[1]) =>
    describeEntry(action, details, lang);

  await expectPrice(member, LOAF.price);
  const home = { recipient: 'Aminah Osman', email, contact_number: '012-345 6789', street_address: '12, Jalan SS2/24' };
  const rice = [{ id: await readProductId(member, RICE), quantity: RICE_QUANTITY }];
  const firstOrder = await placeOrder(page, home, member.token, rice);
  const goods = await readLastGoods(member);
  // A point for each ringgit: the rate of the first tier.
  const earnedPoints = Math.floor(goods / 100);
  await deliver(firstOrder);
  await openWallet(member, 'point', FIRST_ORDER_POINTS);
  await expectEntry(member, text('first_order', {}), FIRST_ORDER_POINTS);
  await page.getByText(formatMessage(say['loyalty.pending'], { count: earnedPoints }, lang)).waitFor();
  const orderEntry = locateEntries(member).filter({ hasText: text('order', { order_number: firstOrder }) });
  await orderEntry.getByText(say['loyalty.state_pending']).waitFor();
  await orderEntry.getByText(basisText(formatMoney(goods), '1', lang)).waitFor();

  await endReturns(firstOrder);
  await openWallet(member, 'point', FIRST_ORDER_POINTS + earnedPoints);
  await expectEntry(member, text('order', { order_number: firstOrder }), earnedPoints);
  expect(await orderEntry.getByText(say['loyalty.state_pending']).count()).toBe(0);

  // RM300 within twelve months is the next tier, which has its own prices.
  await expectPrice(member, LOAF.tierPrice, lang === 'zh' ? '幼苗' : 'Tunas');

  await openWallet(member, 'point', FIRST_ORDER_POINTS + earnedPoints);
  await page.getByRole('button', { name: say['loyalty.checkin_do'] }).click();
  await expectEntry(member, text('checkin', { day: 1 }), 1);

  await orderAsFriend(member);
  await openWallet(member, 'store_credit', REFERRAL_COINS);
  await expectEntry(member, text('referral', {}), REFERRAL_COINS);

  await buyVoucher(member);
  const points = FIRST_ORDER_POINTS + earnedPoints + 1 - VOUCHER_COST;
  await openWallet(member, 'point', points);
  // 100 points are worth RM1.00, and only whole hundreds can be used.
  const usedPoints = points - (points % 100);
  const number = await payWithEverything(member, usedPoints);
  await openWallet(member, 'point', points - usedPoints);
  await expectEntry(member, text('spend', { order_number: number }), -usedPoints);
  await openWallet(member, 'store_credit', 0);
  await expectEntry(member, text('spend', { order_number: number }), -REFERRAL_COINS);
  await expectVoucher(member, true);

  await cancel(member, number);
  await openWallet(member, 'point', points);
  await expectEntry(member, text('return', { order_number: number }), usedPoints);
  await openWallet(member, 'store_credit', REFERRAL_COINS);
  await expectEntry(member, text('return', { order_number: number }), REFERRAL_COINS);
  await expectVoucher(member, false);

  const receipt = `R-${uniqueDigits()}`;
  await shopInOutlet(member, receipt);
  // RM40.00 at 1.1 points per ringgit of the tier.
  await openWallet(member, 'point', points + 44);
  await locateEntries(member)
    .filter({ hasText: receipt })
    .filter({ hasText: formatSigned(44) })
    .filter({ hasText: basisText('RM40.00', '1.1', lang) })
    .waitFor();
  await expect.poll(async () => (await readInbox(page, email)).text).toContain(receipt);
  expectQuiet(member);
}

test('a member earns, moves up a tier, pays with voucher, points and coins, and gets them back, in English on a desktop', () =>
  runStory('en', DESKTOP));

test('a member earns, moves up a tier, pays with voucher, points and coins, and gets them back, in Chinese on a phone', () =>
  runStory('zh', PHONE));
