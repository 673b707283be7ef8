/**
 * Every page and dialog of signing in and of the account, by keyboard and as a screen reader presents them, at both
 * widths and in both languages ("all by keyboard and with a screen reader's names right").
 */
import { ACCOUNT_PAGES, accountPath, orderPath, ROUTES } from '@shop/core/links/paths';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { account as accountEn } from '../../web/i18n/en/account.ts';
import { addresses as addressesEn } from '../../web/i18n/en/addresses.ts';
import { identity as identityEn } from '../../web/i18n/en/identity.ts';
import { layout as layoutEn } from '../../web/i18n/en/layout.ts';
import { orders as ordersEn } from '../../web/i18n/en/orders.ts';
import { account as accountZh } from '../../web/i18n/zh/account.ts';
import { addresses as addressesZh } from '../../web/i18n/zh/addresses.ts';
import { identity as identityZh } from '../../web/i18n/zh/identity.ts';
import { layout as layoutZh } from '../../web/i18n/zh/layout.ts';
import { orders as ordersZh } from '../../web/i18n/zh/orders.ts';
import { findings } from '../testing/axe.ts';
import { asCustomer, newCustomer, register, signInDemoCustomer, type TestAccount } from '../testing/customer.ts';
import { readInbox } from '../testing/inbox.ts';
import { pressOn, skipToContent, tabRound, tabThrough, tabTo } from '../testing/keyboard.ts';
import { waitUntilOverlayLeftHistory } from '../testing/overlays.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE, type Shopper } from '../testing/shopper.ts';

const words = {
  en: { ...accountEn, ...addressesEn, ...identityEn, ...layoutEn, ...ordersEn },
  zh: { ...accountZh, ...addressesZh, ...identityZh, ...layoutZh, ...ordersZh },
};
type AccountWords = (typeof words)['en' | 'zh'];

/** Returns the part of a message before its first parameter. */
const cutAtParameter = (sentence: string) => sentence.split('{')[0] ?? sentence;

/** Two scenes cover each language and each width once: texts differ by language, and Tab's stops by width. */
const SCENES = [
  { lang: 'en', viewport: PHONE },
  { lang: 'zh', viewport: DESKTOP },
] as const;

/** Expects one h1 and heading levels without gaps (WCAG 1.3.1). */
async function expectOrderedHeadings(page: Page, where: string): Promise<void> {
  const levels = await page
    .locator('main :is(h1, h2, h3, h4, h5, h6)')
    .evaluateAll((all) => all.filter((each) => each.checkVisibility()).map(({ tagName }) => Number(tagName[1])));
  expect(
    levels.filter((level) => level === 1),
    where,
  ).toHaveLength(1);
  expect(levels[0], where).toBe(1);
  expect(
    levels.every((level, at) => level <= (levels[at - 1] ?? 0) + 1),
    `${where}: ${levels}`,
  ).toBe(true);
}

/** Expects `count` fields to be `aria-invalid`, each described by a visible message. */
async function expectDescribedErrors(within: Locator, count: number): Promise<void> {
  const invalidFields = within.locator('[aria-invalid=true]');
  await expect.poll(() => invalidFields.count()).toBe(count);
  for (const field of await invalidFields.all()) {
    const ids = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
    const error = ids.find((id) => id.endsWith('-error'));
    expect(await within.locator(`[id="${error}"]`).textContent()).toBeTruthy();
    expect(await within.locator(`[aria-live]:has([id="${error}"])`).count()).toBe(1);
  }
}

/** Checks title, language, headings, and axe's findings. */
async function expectReadable(shopper: Shopper, title: string, lang: string, where: string): Promise<void> {
  const { page } = shopper;
  expect(await page.title(), where).toBe(title);
  expect(await page.locator('html').getAttribute('lang'), where).toBe(lang === 'zh' ? 'zh-Hans' : 'en');
  await expectOrderedHeadings(page, where);
  expect(await findings(page), where).toEqual([]);
}

/** Tabs from the skip link through the whole page. */
async function expectTabOrder(page: Page, where: string): Promise<void> {
  await skipToContent(page);
  const { stops, wrong } = await tabThrough(page, '#content');
  expect(wrong, where).toEqual([]);
  expect(stops, where).toBeGreaterThan(0);
}

/**
 * Opens a view by keyboard: the focus goes into it and stays there, every stop is visible, axe finds nothing, and
 * Escape returns the focus.
 */
async function expectTrapped(page: Page, opener: Locator, name: string): Promise<Locator> {
  await pressOn(page, opener);
  const dialog = page.getByRole('dialog', { name, exact: true });
  await dialog.waitFor();
  await dialog.locator('input, button[type=submit], .grid button').first().waitFor();
  expect(await dialog.evaluate((box) => box.contains(document.activeElement)), `${name} takes the focus`).toBe(true);
  expect(await findings(page), name).toEqual([]);
  const { stops, wrong } = await tabRound(page);
  expect(wrong, name).toEqual([]);
  expect(stops, name).toBeGreaterThan(1);
  return dialog;
}

async function expectReturned(page: Page, dialog: Locator, opener: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
  await waitUntilOverlayLeftHistory(page);
}

const SHOP = { en: 'Sekampit', zh: '满袋' };

describe.each(SCENES)('in $lang at $viewport.width px', ({ lang, viewport }) => {
  const say = words[lang];
  const formatTitle = (title: string) => `${title} · ${SHOP[lang]}`;

  test('every account page passes axe and is reachable by Tab', async () => {
    const shopper = await signInDemoCustomer('mei.ling@demo.example', { lang, viewport });
    const { page } = shopper;
    const titles: Readonly<Record<(typeof ACCOUNT_PAGES)[number], string>> = {
      profile: say['account.profile'],
      orders: say['account.orders'],
      notifications: say['account.notifications'],
      wallet: say['account.wallet'],
      ownVouchers: say['account.vouchers'],
      referToFriend: say['account.referrals'],
      addressBook: say['account.address_book'],
      wishlist: say['account.wishlist'],
      recentProducts: say['account.recent'],
      preferredPayment: say['account.payment'],
      changePassword: say['account.password'],
      logins: say['account.logins'],
      accountSettings: say['account.settings'],
      helpCenter: say['account.help'],
      legalNotice: say['account.legal'],
    };
    for (const name of ACCOUNT_PAGES) {
      await shopper.visit(accountPath(name));
      await shopper.settle();
      await expectReadable(shopper, formatTitle(titles[name]), lang, name);
      await expectTabOrder(page, name);
    }
    const headers = asCustomer(shopper);
    const { data } = (await (await page.request.get('/api/orders', { headers })).json()) as { data: { id: string }[] };
    await shopper.visit(orderPath(data[0] ?? { id: '' }));
    await page.getByRole('heading', { level: 2, name: say['orders.items'] }).waitFor();
    await expectReadable(shopper, formatTitle(say['orders.order']), lang, 'order');
    await expectTabOrder(page, 'order');
    expectQuiet(shopper);
  });

  test('every sign-in page passes axe, is reachable by Tab and shows its errors', async () => {
    const shopper = await newShopper({ lang, viewport });
    const { page } = shopper;
    for (const [path, title, errorCount] of [
      [ROUTES.signIn, say['identity.sign_in_title'], 2],
      [ROUTES.signUp, say['identity.sign_up_title'], 3],
      [ROUTES.forgetPassword, say['identity.forget_title'], 1],
      [ROUTES.completeOrder, say['identity.complete_title'], 0],
    ] as const) {
      await shopper.visit(path);
      await shopper.settle();
      await expectReadable(shopper, formatTitle(title), lang, path);
      await expectTabOrder(page, path);
      if (errorCount === 0) continue;
      await pressOn(page, page.locator('main button[type=submit]'));
      await expectDescribedErrors(page.locator('main'), errorCount);
      expect(await findings(page), `${path}, refused`).toEqual([]);
    }
    // The page leaves after 5 seconds (docs/spec.md §2), so its clock is stopped meanwhile.
    await page.clock.install();
    await shopper.visit(ROUTES.logout);
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
    await pressOn(page, page.getByRole('button', { name: say['layout.logout_stay'] }));
    await page.clock.resume();
    await expectReadable(shopper, formatTitle(say['layout.logout_title']), lang, 'logout');
    expectQuiet(shopper);
  });

  test('dialogs of signing in trap the focus and return it', async () => {
    const shopper = await newShopper({ lang, viewport });
    const { page } = shopper;
    await shopper.visit(ROUTES.signIn);
    await skipToContent(page);
    const forgotLink = page.getByRole('link', { name: say['identity.forgot'] });
    const resetDialog = await expectTrapped(page, forgotLink, say['identity.forget_title']);
    await expectReturned(page, resetDialog, forgotLink);

    await shopper.visit('/products/view?slug=nyonya-pot-pandan-kaya');
    await skipToContent(page);
    const heart = page.locator('main button[aria-pressed]').first();
    await expectReturned(page, await expectTrapped(page, heart, say['layout.sign_in']), heart);
    expectQuiet(shopper);
  });

  test('dialogs of the account trap the focus and return it', async () => {
    const shopper = await newCustomer({ lang, viewport });
    const { page } = shopper;
    const otherAccount = await register(shopper);
    await proveEmail(page, otherAccount);
    const changeButton = (action: string, what: string) =>
      page.getByRole('button', {
        name: say['account.change_named'].replace('{action}', action).replace('{what}', what),
        exact: true,
      });

    await shopper.visit(accountPath('profile'));
    await changeButton(say['account.add'], say['account.phone']).waitFor();
    await skipToContent(page);
    const verify = changeButton(say['account.verify'], say['account.email']);
    const code = await expectTrapped(page, verify, say['identity.verify_email']);
    await expectReturned(page, code, verify);
    const add = changeButton(say['account.add'], say['account.phone']);
    const number = await expectTrapped(page, add, say['identity.change_phone']);
    await pressOn(page, number.locator('button[type=submit]'));
    await expectDescribedErrors(number, 1);
    await expectReturned(page, number, add);

    // The email of another account leads to merging the two.
    const change = changeButton(say['account.change'], say['account.email']);
    const codeDialog = await expectTrapped(page, change, say['identity.verify_email']);
    await tabTo(page, codeDialog.locator('input'));
    await page.keyboard.type(otherAccount.email);
    await page.keyboard.press('Enter');
    await expect.poll(() => codeDialog.getByText(otherAccount.email).count()).toBe(1);
    await tabTo(page, codeDialog.locator('input'));
    await page.keyboard.type(await readNewestCode(page, otherAccount.email, 2));
    const join = page.getByRole('dialog', { name: say['identity.verify_account'], exact: true });
    await join.getByText(cutAtParameter(say['identity.merge_text'].replace('{contact}', otherAccount.email))).waitFor();
    expect(await findings(page)).toEqual([]);
    expect((await tabRound(page)).wrong).toEqual([]);
    await expectReturned(page, join, change);

    await expectAddressViews(shopper, say);

    await shopper.visit(accountPath('accountSettings'));
    await skipToContent(page);
    const remove = page.getByRole('button', { name: say['account.removal_button'] });
    const removal = await expectTrapped(page, remove, say['account.removal']);
    await pressOn(page, removal.locator('button[type=submit]'));
    await expectDescribedErrors(removal, 2);
    await expectReturned(page, removal, remove);
    expectQuiet(shopper);
  });
});

/** Opens the views that add, edit and delete an address, and add a contact number. */
async function expectAddressViews(shopper: Shopper, say: AccountWords): Promise<void> {
  const { page } = shopper;
  await shopper.visit(accountPath('addressBook'));
  await page.getByRole('heading', { name: say['addresses.first'] }).waitFor();
  await skipToContent(page);
  const add = page.getByRole('button', { name: say['addresses.add'], exact: true });
  const dialog = await expectTrapped(page, add, say['addresses.new']);
  await pressOn(page, dialog.locator('button[type=submit]'));
  await expectDescribedErrors(dialog, 5);
  expect(await findings(page)).toEqual([]);
  for (const [label, text] of [
    ['addresses.phone', '123456789'],
    ['addresses.zip', '50200'],
    ['addresses.street', '8, Jalan Contoh 9'],
  ] as const) {
    await tabTo(page, dialog.getByLabel(say[label], { exact: true }));
    await page.keyboard.type(text);
  }
  await expect.poll(() => dialog.getByLabel(say['addresses.city']).inputValue()).not.toBe('');
  await tabTo(page, dialog.locator('button[type=submit]'));
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await waitUntilOverlayLeftHistory(page);

  const addressName = 'Aminah Osman, Kuala Lumpur';
  const edit = page.getByRole('button', { name: say['addresses.edit_named'].replace('{name}', addressName) });
  await expectReturned(page, await expectTrapped(page, edit, say['addresses.change']), edit);
  const remove = page.getByRole('button', { name: say['addresses.delete_named'].replace('{name}', addressName) });
  await expectReturned(page, await expectTrapped(page, remove, say['addresses.delete_title']), remove);

  await pressOn(page, page.getByRole('button', { name: say['addresses.contact_add'] }));
  const form = page.locator('main form');
  await pressOn(page, form.locator('button[type=submit]'));
  await expectDescribedErrors(form, 2);
  expect(await findings(page)).toEqual([]);
}

/** Waits until `count` codes were sent to an address and returns the newest. */
async function readNewestCode(page: Page, to: string, count: number): Promise<string> {
  await expect
    .poll(async () => {
      const headers = { accept: 'application/json' };
      const response = await page.request.get(`/dev/inbox?to=${encodeURIComponent(to)}`, { headers });
      return ((await response.json()) as { data: unknown[] }).data.length;
    })
    .toBeGreaterThanOrEqual(count);
  return (await readInbox(page, to)).text.match(/\b\d{6}\b/)?.[0] ?? '';
}

/** Proves a customer's email by its code. */
async function proveEmail(page: Page, account: TestAccount): Promise<void> {
  const [headers, { email }] = [asCustomer(account), account];
  await page.request.post('/api/send-email-verify', { headers, data: { email, purpose: 'profile' } });
  const code = await readNewestCode(page, email, 1);
  const response = await page.request.post('/api/verify-email', { headers, data: { email, code, purpose: 'profile' } });
  expect(response.status()).toBe(200);
}
