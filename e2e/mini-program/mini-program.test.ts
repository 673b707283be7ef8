/** The shop inside Touch 'n Go (docs/partners.md#2; docs/spec.md §2, §3, §7): sign in, shop, pay, and the website later. */
import type { Lang } from '@shop/core/lang';
import { accountPath } from '@shop/core/links/paths';
import { refusal } from '@shop/core/refusal';
import { formatRefusal } from '@shop/core/refusal-text';
import { expect, test } from 'vitest';
import type { Behaviour } from '../../server/partners/tng/stand-in-outcomes.ts';
import { en } from '../../web/i18n/en/bundles/all.ts';
import { zh } from '../../web/i18n/zh/bundles/all.ts';
import { findings } from '../testing/axe.ts';
import { uniqueDigits } from '../testing/customer.ts';
import { chooseSlot, WORDS } from '../testing/guest-checkout.ts';
import {
  type AppUser,
  answerConsent,
  answerPayCall,
  answerTokenCall,
  endSheet,
  openMiniProgram,
  type SheetOutcome,
  visitShop,
} from '../testing/mini-program.ts';
import { PAYMENT_WORDS } from '../testing/online-payment.ts';
import { orderInsideTng } from '../testing/place-order.ts';
import { expectQuiet, newShopper, PHONE, type ShopperOptions } from '../testing/shopper.ts';
import { runOrders, runPayments } from '../testing/staff-command.ts';

const MESSAGES = { en, zh };
const TNG = /Touch ['’]n Go/;

const press = ({ shop }: AppUser, name: string | RegExp) => shop.getByRole('button', { name, disabled: false }).click();
const waitForHeading = ({ shop }: AppUser, name: string, timeout?: number) =>
  shop.getByRole('heading', { name, exact: true }).waitFor({ timeout });

/** Puts kaya into the cart and opens the checkout. */
async function openCheckout(user: AppUser): Promise<void> {
  const { shop, lang } = user;
  const words = WORDS[lang];
  await visitShop(user, '/products/view?slug=nyonya-pot-pandan-kaya');
  await shop.getByRole('button', { name: words.add }).first().click();
  await shop.getByRole('button', { name: words.cart }).first().click();
  await shop.getByRole('dialog').getByRole('link', { name: words.checkout }).click();
  await shop.getByLabel(words.postcode).waitFor();
}

/** Fills in the address beside the contact, and goes on to payment. */
async function enterAddress({ shop, lang }: AppUser, contact: { name?: string; phone?: string; email?: string }) {
  const words = WORDS[lang];
  if (contact.name !== undefined) await shop.getByLabel(words.name).fill(contact.name);
  if (contact.phone !== undefined) await shop.getByLabel(words.phone).fill(contact.phone);
  if (contact.email !== undefined) await shop.getByLabel(words.email).fill(contact.email);
  await shop.getByLabel(words.postcode).fill('47300');
  await expect.poll(() => shop.getByLabel(words.city).inputValue()).toBe('Petaling Jaya');
  await shop.getByLabel(words.street).fill(`${uniqueDigits()}, Jalan SS2/24`);
  await shop.getByRole('button', { name: words.toDelivery }).click();
  await chooseSlot(shop, lang);
}

/** Places the order to be paid with Touch 'n Go; returns its number once its payment page is open. */
async function placeOrder(user: AppUser): Promise<string> {
  const { shop, lang } = user;
  await shop.getByRole('radio', { name: TNG }).check();
  await press(user, WORDS[lang].place);
  await shop.waitForURL((url) => url.pathname === '/checkout/web-payment', { timeout: 60_000 });
  return new URL(shop.url()).searchParams.get('order_number') ?? '';
}

/** Pays a failed order again from its result page, up to the sheet. */
async function payAgain(user: AppUser): Promise<void> {
  const { shop, lang } = user;
  // The server may not know yet that the payment failed.
  await press(user, new RegExp(`${PAYMENT_WORDS[lang].now}|${PAYMENT_WORDS[lang].again}`));
  const dialog = shop.getByRole('dialog');
  await expect.poll(() => dialog.getByRole('radio', { name: TNG }).isChecked()).toBe(true);
  await dialog.getByRole('button', { name: PAYMENT_WORDS[lang].pay }).click();
}

async function waitUntilReceived(user: AppUser): Promise<void> {
  await user.shop.getByRole('heading', { name: WORDS[user.lang].received }).waitFor({ timeout: 60_000 });
}

/** Users of the app; `login` is what they type on the website. */
const USERS = {
  en: { name: 'Nurul Aisyah', phone: '198765432', email: 'nurul.tng@example.com', login: 'nurul.tng@example.com' },
  zh: { name: 'Lim Wei Jie', phone: '172223344', email: '', login: '017-222 3344' },
} as const;
const PASSWORD = 'sambal-belacan-42';

test.each<Lang>(['en', 'zh'])(
  'signs in, pays after every failure, and finds all of it on the website, in %s',
  async (lang) => {
    const t = MESSAGES[lang];
    const person = USERS[lang];
    const user = await openMiniProgram(lang, { viewport: PHONE });
    const { shop, shopper } = user;
    await answerConsent(user, person.name);
    await shop.getByText(t['tng.welcome'].replace('{name}', person.name)).first().waitFor();

    // docs/spec.md §2: "All three are hidden inside the app web view."
    await shop.getByRole('link', { name: t['layout.account'] }).first().click();
    const menu = shop.getByRole('navigation', { name: t['layout.account'] });
    await menu.getByRole('link', { name: t['account.profile'] }).waitFor();
    expect(await menu.getByRole('link', { name: t['account.sign_out'] }).count()).toBe(0);

    await openCheckout(user);
    await expect.poll(() => shop.getByLabel(WORDS[lang].name).inputValue()).toBe(person.name);
    expect((await shop.getByLabel(WORDS[lang].phone).inputValue()).replace(/\D/g, '')).toBe(person.phone);
    expect(await shop.getByLabel(WORDS[lang].email).inputValue()).toBe(person.email);
    expect(await findings(shop)).toEqual([]);
    await enterAddress(user, person.email === '' ? { email: `weijie-${uniqueDigits()}@example.com` } : {});
    const number = await placeOrder(user);

    // The sheet closes without a payment: the attempt stays open.
    for (const outcome of ['cancel', 'close'] as const) {
      await endSheet(user, outcome);
      await waitForHeading(user, t['tng.cancelled_title']);
      expect(await findings(shop)).toEqual([]);
      await press(user, PAYMENT_WORDS[lang].now);
    }
    await endSheet(user, 'fail');
    await waitForHeading(user, t['tng.failed_title']);
    await payAgain(user);
    // The sheet reports "U" (unknown), so the server enquires.
    await endSheet(user, 'unknownFailed');
    await waitForHeading(user, PAYMENT_WORDS[lang].failed, 60_000);
    await payAgain(user);
    await endSheet(user, 'unknownPaid');
    await waitUntilReceived(user);
    expect(await findings(shop)).toEqual([]);
    expectQuiet(shopper);

    // The gateway's API makes the refund: after the approval, staff have no further step.
    for (let step = 0; step < 4; step++) await runOrders('advance', number);
    await runOrders('refund', number, '--amount', '1.50', '--comment', 'Late');
    await runPayments('approve', number);
    const readToken = () => shop.evaluate(() => localStorage.getItem('auth_token'));
    const readAsCustomer = async (path: string, token: string | null) =>
      (await shopper.page.request.get(path, { headers: { authorization: `Bearer ${token}` } })).json();
    const readRefunds = async () => {
      const [order] = (await readAsCustomer(`/api/orders?search=${number}`, await readToken())).data;
      return order.payment_refunds;
    };
    await expect.poll(readRefunds).toMatchObject([{ amount: '1.50', state: 'refunded' }]);
    await visitShop(user, accountPath('orders'));
    await shop.getByRole('link', { name: t['orders.order_title'].replace('{number}', number), exact: true }).click();
    await shop.getByRole('heading', { name: t['orders.payment'], exact: true }).waitFor();
    await shop
      .getByRole('main')
      .getByText(lang === 'en' ? /RM1\.50 was refunded/ : /已退还 RM1\.50/)
      .first()
      .waitFor();

    // With a password the account also works on the website.
    await visitShop(user, accountPath('changePassword'));
    await shop.getByRole('textbox', { name: t['account.new_password'] }).fill(PASSWORD);
    await press(user, t['account.set_password']);
    await shop.getByText(t['account.password_changed']).first().waitFor();
    const readBalances = async (token: string | null) =>
      (await readAsCustomer('/api/wallet_transactions', token)).balances;
    const token = await readToken();

    const website = await newShopper({ lang, viewport: PHONE });
    await website.visit(`/signin?then=${accountPath('orders')}`);
    await website.page.getByRole('textbox', { name: t['identity.login'] }).fill(person.login);
    await website.page.getByRole('textbox', { name: t['identity.password'], exact: true }).fill(PASSWORD);
    await website.page.getByRole('button', { name: t['layout.sign_in'], exact: true }).click();
    await website.page.getByRole('link', { name: t['orders.order_title'].replace('{number}', number) }).waitFor();
    const siteToken = await website.page.evaluate(() => localStorage.getItem('auth_token'));
    expect(siteToken).not.toBe(token);
    expect(await readBalances(siteToken)).toEqual(await readBalances(token));
    await website.visit(accountPath('logins'));
    await website.page.getByText('Touch ’n Go').waitFor();
    expectQuiet(website);
  },
);

test('a user who refuses shops on as a guest, and continues with Touch ’n Go by a tap', async () => {
  const user = await openMiniProgram('en', { viewport: PHONE });
  const { shop } = user;
  await answerConsent(user, null);
  await visitShop(user, accountPath('profile'));
  await shop.getByRole('button', { name: en['tng.continue'] }).waitFor();
  expect(await findings(shop)).toEqual([]);
  await openCheckout(user);
  expect(await shop.getByRole('button', { name: WORDS.en.asGuest }).count()).toBe(0);
  await shop.getByLabel(WORDS.en.name).fill('Mei Ling (office)');
  await shop.getByRole('button', { name: en['tng.continue'] }).click();
  await answerConsent(user, 'Lim Mei Ling');
  await expect.poll(() => shop.getByLabel(WORDS.en.phone).inputValue()).toMatch(/12[- ]?345/);
  expect(await shop.getByLabel(WORDS.en.name).inputValue()).toBe('Mei Ling (office)');
});

test('the session stays in the app: over pages, a reload, and the other language', async () => {
  const user = await openMiniProgram('en', { viewport: PHONE });
  const { shop } = user;
  await answerConsent(user, null);
  const isFlagged = (pathname: string) =>
    shop.waitForURL((url) => url.pathname === pathname && url.searchParams.get('branch') === 'tng');
  const calls: string[] = [];
  user.page.on('request', (request) => {
    if (!new URL(request.url()).pathname.startsWith('/api/')) return;
    calls.push(`${request.headers()['x-branch']} ${request.headers()['x-platform']}`);
  });
  await shop.getByRole('link', { name: 'Coins', exact: true }).last().click();
  await isFlagged('/kk-coins');
  await shop.evaluate(() => {
    // Only the next document is ready again: a tap on this one would be lost.
    delete document.documentElement.dataset.ready;
    window.location.reload();
  });
  await shop.locator('html[data-ready]').waitFor({ state: 'attached' });
  await isFlagged('/kk-coins');
  await shop.getByRole('link', { name: '中文' }).first().click();
  await shop.locator('html[lang^=zh][data-ready]').waitFor({ state: 'attached' });
  await isFlagged('/kk-coins');
  await shop.getByRole('link', { name: zh['layout.account'] }).first().click();
  await shop.getByRole('button', { name: zh['tng.continue'] }).waitFor();
  expect(new Set(calls)).toEqual(new Set(['tng TNG']));
});

/** Further outcomes of the sheet that pay an order. */
const PAYING_OUTCOMES: readonly SheetOutcome[] = [
  'pay',
  'offline',
  'noticeOnly',
  'returnOnly',
  'late',
  'twice',
  'reordered',
];

const newBuyer = () => ({
  recipient: 'Tan Mei Ling',
  email: `meiling-${uniqueDigits()}@example.com`,
  contact_number: '012-345 6789',
  street_address: `${uniqueDigits()}, Jalan SS2/24`,
});

/** Opens the payment page of a new order. */
const openPaymentPage = async (user: AppUser) =>
  visitShop(user, await orderInsideTng(user.page, newBuyer(), user.lang));

/** Opens the app for a user who does not consent. */
async function openAsGuest(lang: Lang, options?: ShopperOptions): Promise<AppUser> {
  const user = await openMiniProgram(lang, { viewport: PHONE, ...options });
  await answerConsent(user, null);
  return user;
}

test.each<Lang>(['en', 'zh'])(
  'finds an order paid, however the sheet and the notices report it, in %s',
  async (lang) => {
    const user = await openAsGuest(lang);
    for (const outcome of PAYING_OUTCOMES) {
      await openPaymentPage(user);
      await endSheet(user, outcome);
      await waitUntilReceived(user);
      // Back leads to nothing that could be paid again.
      await user.shop.evaluate(() => window.history.back());
      await expect.poll(() => user.shop.getByRole('button', { name: MESSAGES[lang]['tng.pay'] }).count()).toBe(0);
    }
    expectQuiet(user.shopper);
  },
);

test.each<Lang>(['en', 'zh'])('S, F, U and no answer to the payment call lead on, in %s', async (lang) => {
  const t = MESSAGES[lang];
  const user = await openAsGuest(lang);
  const openWith = async (behaviour: Behaviour) => {
    await answerPayCall(user, behaviour);
    await openPaymentPage(user);
  };
  await openWith('S');
  await waitUntilReceived(user);
  await openWith('F');
  await waitForHeading(user, PAYMENT_WORDS[lang].failed, 60_000);
  // The result is unknown until an enquiry has it: the shopper waits and cannot pay a second time.
  await openWith('U');
  await waitForHeading(user, t['checkout.verifying']);
  expect(await user.shop.getByRole('button', { name: t['tng.pay'] }).count()).toBe(0);
  for (const behaviour of ['html', 'timeout'] as const) {
    await openWith(behaviour);
    await waitForHeading(user, formatRefusal(refusal('payment.gateway_silent'), lang));
    expect(await findings(user.shop)).toEqual([]);
    await press(user, t['checkout.place_again']);
    await endSheet(user, 'pay');
    await waitUntilReceived(user);
  }
  expectQuiet(user.shopper, [503]);
});

test.each<Lang>(['en', 'zh'])(
  'a sign-in that Touch ’n Go does not answer leaves a guest, who shops on, in %s',
  async (lang) => {
    const t = MESSAGES[lang];
    const user = await openAsGuest(lang);
    const { shop, shopper } = user;
    for (const behaviour of ['U', 'html', 'unsigned'] as const) {
      await answerTokenCall(user, behaviour);
      await visitShop(user, accountPath('profile'));
      await press(user, t['tng.continue']);
      await answerConsent(user, USERS[lang].name);
      await shop
        .getByText(formatRefusal(refusal('auth.tng_silent'), lang))
        .first()
        .waitFor();
    }
    await openCheckout(user);
    await shop.getByRole('button', { name: t['tng.continue'] }).waitFor();
    expect(await shop.getByLabel(WORDS[lang].name).inputValue()).toBe('');
    await enterAddress(user, { name: 'Mei Ling', phone: '012-345 6789', email: newBuyer().email });
    await shop.getByRole('radio', { name: TNG }).waitFor();
    expectQuiet(shopper, [503]);
  },
);

/** User agent of a phone's browser, without a mention of a mini-program. */
const PLAIN_ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';

test('the confirmed branch alone hides Google and "open in the app"', async () => {
  const user = await openMiniProgram('en', { viewport: PHONE, userAgent: PLAIN_ANDROID });
  const { shop, page } = user;
  await answerConsent(user, 'Lim Mei Ling');
  await shop.getByText(en['tng.welcome'].replace('{name}', 'Lim Mei Ling')).first().waitFor();
  expect((await (await page.request.get('/api/settings')).json()).google).not.toBeNull();
  await visitShop(user, accountPath('logins'));
  await shop.getByText('Touch ’n Go', { exact: true }).waitFor();
  expect(await shop.getByText('Google').count()).toBe(0);

  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  const openDeepLink = async () => {
    await visitShop(user, '/products/view?slug=nyonya-pot-pandan-kaya&deeplink=1');
    await shop.waitForFunction(() => sessionStorage.getItem('branch') !== null);
    await user.shopper.settle();
    expect(await shop.getByRole('dialog', { name: en['app.open_title'] }).count()).toBe(0);
    expect(await shop.locator('iframe').count()).toBe(0);
    expect(calls).not.toContain('/api/app/settings');
  };
  await openDeepLink();
  // The first document of a session, whose branch the app confirms only after hydration.
  await shop.evaluate(() => sessionStorage.clear());
  await openDeepLink();
});

test('outside the app the method is not offered, and its payment page leads to the order', async () => {
  const user = await openAsGuest('en');
  await openPaymentPage(user);
  const { pathname, searchParams } = new URL(user.shop.url());
  searchParams.delete('branch');
  const number = searchParams.get('order_number') ?? '';
  const website = await newShopper({ viewport: PHONE });
  const { data } = await (await website.page.request.get('/api/payment_methods')).json();
  expect(data.filter(({ code }: { code: string }) => code.includes('tng'))).toEqual([]);
  await website.visit(`${pathname}?${searchParams}`);
  await website.page.getByRole('heading', { name: en['tng.outside_title'] }).waitFor();
  expect(await findings(website.page)).toEqual([]);
  await website.page.getByRole('link', { name: en['checkout.show_order'] }).click();
  await website.page.getByText(number).first().waitFor();
});
