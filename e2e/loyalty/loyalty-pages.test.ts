/** Stories of coins, points and vouchers, one per page (docs/spec.md §2 "coins and voucher redemption", "referral"). */
import { accountPath, coinsPath, LOYALTY_PAGES, referPath } from '@shop/core/links/paths';
import { formatMessage } from '@shop/core/messages/format';
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { en } from '../../web/i18n/en/bundles/all.ts';
import { zh } from '../../web/i18n/zh/bundles/all.ts';
import { findings } from '../testing/axe.ts';
import { asCustomer, newCustomer, PASSWORD, uniqueDigits } from '../testing/customer.ts';
import { waitUntilOverlayLeftHistory } from '../testing/overlays.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE } from '../testing/shopper.ts';

const SCENES = [
  { lang: 'en', viewport: PHONE, say: en, dark: false },
  { lang: 'zh', viewport: DESKTOP, say: zh, dark: true },
] as const;

describe.each(SCENES)('in $lang', ({ lang, viewport, say, dark }) => {
  test('a customer’s loyalty pages pass axe and fit from 320 to 1280 px', async () => {
    const shopper = await newCustomer({ lang, viewport, dark });
    const { page } = shopper;
    for (const path of [coinsPath(), referPath(), ...LOYALTY_PAGES.map(accountPath)]) {
      await shopper.visit(path);
      await shopper.settle();
      expect(await page.locator('h1').count(), path).toBe(1);
      expect(await findings(page), path).toEqual([]);
      for (const width of [320, 390, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, `${path} sideways at ${width} px`).toBe(0);
      }
      await page.setViewportSize(viewport);
    }
    expectQuiet(shopper);
  });

  test('checks in once a day and reads the reward in the wallet’s history', async () => {
    const shopper = await newCustomer({ lang, viewport });
    const { page } = shopper;
    await shopper.visit(coinsPath());
    const list = page.getByRole('region', { name: say['loyalty.earn_title'] });
    await list.getByRole('button', { name: say['loyalty.checkin_do'] }).click();
    const reward = formatMessage(say['loyalty.plus_points'], { count: 1 }, lang);
    await list.getByRole('status').filter({ hasText: reward }).waitFor();
    await page.getByRole('button', { name: `${say['loyalty.points']} +1`, pressed: true }).waitFor();
    expect(await findings(page)).toEqual([]);
    await shopper.visit(`${accountPath('wallet')}?kind=point`);
    const checkIn = page.getByRole('region', { name: say['loyalty.checkin'] });
    await checkIn.getByRole('status').filter({ hasText: reward }).waitFor();
    const history = page.getByRole('region', { name: say['loyalty.activity'] });
    await history.getByRole('listitem').filter({ hasText: '+1' }).waitFor();
    expect(await page.getByRole('button', { name: say['loyalty.checkin_do'] }).count()).toBe(0);
    await history.getByRole('button', { name: say['loyalty.filter_spend'], exact: true }).click();
    await history.getByText(say['loyalty.none_filtered']).waitFor();
    expectQuiet(shopper);
  });

  test('redeems a free voucher, finds it highlighted and shows its code', async () => {
    const shopper = await newCustomer({ lang, viewport });
    const { page } = shopper;
    await shopper.visit(`${coinsPath()}#vouchers`);
    const vouchers = page.getByRole('region', { name: say['loyalty.vouchers'], exact: true });
    const freeVoucher = vouchers.getByRole('article').filter({ hasText: '8%' });
    const name = (await freeVoucher.getByRole('heading').textContent()) ?? '';
    // Pictures are decoration beside the name, so they have no role or text to select by.
    const readWidth = (area: Locator) =>
      area.locator('img').evaluate((picture: HTMLImageElement) => (picture.complete ? picture.naturalWidth : 0));
    await freeVoucher.scrollIntoViewIfNeeded();
    await expect.poll(() => readWidth(freeVoucher)).toBe(780);
    await freeVoucher.getByRole('button', { name }).click();
    const dialog = page.getByRole('dialog');
    await expect.poll(() => readWidth(dialog)).toBe(780);
    expect(await findings(page)).toEqual([]);
    await dialog.getByRole('button', { name: say['loyalty.redeem_free'] }).click();
    const ownVoucher = vouchers.getByRole('article').filter({ hasText: name });
    await ownVoucher.getByText(say['loyalty.voucher_new']).waitFor();
    const terms = lang === 'zh' ? '减 8%，最多 RM10 · 只限星期五' : '8% off, up to RM10 · Fridays only';
    await ownVoucher.getByText(terms).waitFor();
    await ownVoucher.getByText(lang === 'zh' ? /剩 \d+ 天/ : /\d+ days left/).waitFor();
    const useLink = ownVoucher.getByRole('link', { name: say['loyalty.voucher_use'] });
    expect(await useLink.getAttribute('href')).toMatch(/^\/products\b/);
    await ownVoucher.getByRole('button', { name }).click();
    await dialog.getByRole('button', { name: say['loyalty.voucher_show'] }).click();
    await dialog.getByRole('img', { name: say['loyalty.card_qr'] }).waitFor();
    await dialog.getByRole('img', { name: say['loyalty.card_barcode'] }).waitFor();
    expectQuiet(shopper);
  });

  test('shows the member card on white, and the last code without a connection', async () => {
    const shopper = await newCustomer({ lang, viewport, dark: true });
    const { page, context } = shopper;
    await shopper.visit(coinsPath());
    const dialog = page.getByRole('dialog');
    const showCode = () => page.getByRole('button', { name: say['loyalty.show_code'] }).click();
    await showCode();
    const picture = dialog.getByRole('img', { name: say['loyalty.card_qr'] });
    await picture.waitFor();
    await dialog.getByText('Aminah Osman', { exact: true }).waitFor();
    const panel = picture.locator('..');
    expect(await panel.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(255, 255, 255)');
    expect(await findings(page)).toEqual([]);
    await dialog.getByRole('button', { name: say['ui.close'] }).click();
    await dialog.waitFor({ state: 'detached' });
    await waitUntilOverlayLeftHistory(page);
    await context.setOffline(true);
    await showCode();
    await dialog.getByText(say['loyalty.card_offline'].replace(/\{time\}.*/, '')).waitFor();
    await picture.waitFor();
  });

  test('names every reward of a referral to guests and members: for the friend, coins and the voucher', async () => {
    for (const [shopper, path] of [
      [await newShopper({ lang, viewport }), referPath()],
      [await newCustomer({ lang, viewport }), accountPath('referToFriend')],
    ] as const) {
      await shopper.visit(path);
      const steps = shopper.page.getByRole('region', { name: say['referral.steps'] });
      await steps.getByText('RM15.00').waitFor();
      await steps.getByText('RM5.00').waitFor();
      await steps.getByText(lang === 'zh' ? '推荐答谢礼券：RM5' : 'Thank-you voucher: RM5').waitFor();
    }
  });

  test('shares the referral link by copying it where there is no share sheet', async () => {
    const shopper = await newCustomer({ lang, viewport });
    const { page, context } = shopper;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await shopper.visit(accountPath('referToFriend'));
    await page.getByRole('button', { name: say['referral.copy_link'] }).click();
    await page.getByRole('button', { name: say['ui.copied'] }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/signup?referral_code=');
    await page.getByText(say['referral.none']).waitFor();
    const whatsapp = await page.getByRole('link', { name: say['referral.whatsapp'] }).getAttribute('href');
    const message = new URL(whatsapp ?? '').searchParams.get('text') ?? '';
    expect(message).toMatch(lang === 'zh' ? /\/signup\?referral_code=\w+&lang=zh$/ : /\/signup\?referral_code=\w+$/);
    // The shopper's browser has no share sheet.
    expect(await page.getByRole('button', { name: say['referral.share'] }).count()).toBe(0);
  });
});

test('a friend’s link says what signing up gives, and the 10% waits in the vouchers and the empty cart', async () => {
  const referrer = await newCustomer();
  const { code } = await (await referrer.page.request.get('/api/refer-code', { headers: asCustomer(referrer) })).json();
  const shopper = await newShopper();
  const { page } = shopper;
  await shopper.visit(`/signup?referral_code=${code}`);
  const gifts = page.getByRole('region', { name: en['gifts.title'] });
  await gifts.getByText('From your friend: 10% off your first order, up to RM15').waitFor();
  await gifts.getByText('+200 points once your first order is complete').waitFor();
  await gifts.getByText('Newcomer voucher: 10% off, up to RM15').waitFor();
  expect(await page.getByRole('link', { name: en['identity.terms_link'], exact: true }).count()).toBe(1);
  await page.getByText(en['identity.by_email'], { exact: true }).first().click();
  await page.getByRole('textbox', { name: en['identity.email'] }).fill(`friend.${uniqueDigits()}@e2e.example`);
  await page.getByRole('textbox', { name: en['identity.password'] }).fill(PASSWORD);
  await page.getByRole('textbox', { name: en['identity.name'] }).fill('Wei Jie');
  await page.getByRole('button', { name: en['identity.create'] }).click();
  await page.getByRole('heading', { level: 1, name: 'Welcome, Wei Jie' }).waitFor();
  await gifts.getByText('+200 points once your first order is complete').waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: en['identity.verify_later'] }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await shopper.visit(accountPath('ownVouchers'));
  const waitingOffer = page.getByRole('article').filter({ hasText: en['loyalty.offer_applies'] });
  await waitingOffer.getByText('10% off, up to RM15 · First order only').waitFor();
  // Below the own vouchers are some that can be bought now.
  const vouchersToBuy = page.getByRole('region', { name: en['loyalty.group_now'] });
  await vouchersToBuy.getByRole('button', { name: 'Friday voucher' }).waitFor();
  await shopper.visit('/cart');
  await page.getByRole('dialog').getByText('10% off, up to RM15').waitFor();
  expectQuiet(shopper);
});

test('a guest sees what membership gives, without a balance, and signs up from there', async () => {
  const shopper = await newShopper();
  const { page } = shopper;
  await shopper.visit(coinsPath());
  await shopper.settle();
  expect(await page.getByText(en['loyalty.coins_are']).count()).toBe(0);
  await page.getByRole('region', { name: en['gifts.title'] }).getByText('+200 points once').waitFor();
  const vouchers = page.getByRole('region', { name: en['loyalty.vouchers'], exact: true });
  await vouchers.getByRole('heading', { level: 3, name: en['loyalty.group_members'] }).waitFor();
  await vouchers.getByRole('heading', { level: 3, name: en['loyalty.group_later'] }).waitFor();
  await page.getByRole('heading', { name: en['loyalty.tiers'] }).waitFor();
  await page.getByRole('link', { name: en['loyalty.join'] }).click();
  await page.waitForURL(/\/signup\?then=%2Fkk-coins$/);
  expectQuiet(shopper);
});

test('the Coins tab and the pill of a signed-in customer lead to the coins page', async () => {
  const customer = await newCustomer({ viewport: DESKTOP });
  await customer.visit('/');
  await customer.page.getByRole('link', { name: 'Your coins: 0' }).click();
  await customer.page.waitForURL(/\/kk-coins$/);
  const guest = await newShopper();
  await guest.visit('/');
  await guest.page.getByRole('link', { name: en['layout.coins'], exact: true }).click();
  await guest.page.waitForURL(/\/kk-coins$/);
});
