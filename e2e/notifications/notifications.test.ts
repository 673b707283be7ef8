/** The inbox of a customer whose order staff lead from placed to complete, its bell, and the settings (docs/spec.md §8). */
import { accountPath, notificationSettingsPath, ROUTES } from '@shop/core/links/paths';
import { formatMessage } from '@shop/core/messages/format';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { SETTINGS_UPDATED } from '../../server/notifications/notification-settings.ts';
import { en } from '../../web/i18n/en/bundles/all.ts';
import { zh } from '../../web/i18n/zh/bundles/all.ts';
import { findings } from '../testing/axe.ts';
import { newCustomer } from '../testing/customer.ts';
import { placeOrder } from '../testing/place-order.ts';
import { DESKTOP, expectQuiet, PHONE } from '../testing/shopper.ts';
import { orders } from '../testing/staff-command.ts';

const TEXTS = { en, zh };

/** Texts differ by language and gestures by width: one scene has each of them once. */
const SCENES = [
  { lang: 'en', viewport: PHONE, steps: 4 },
  { lang: 'zh', viewport: DESKTOP, steps: 1 },
] as const;

const ADDRESS = { recipient: 'Aminah Osman', contact_number: '012-345 6789', street_address: '12, Jalan SS2/24' };

/** Swipes across an element by finger. */
async function swipe(page: Page, element: Locator): Promise<void> {
  await element.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const finger = await page.context().newCDPSession(page);
  const at = (part: number) => [{ x: x + width * part, y: y + height / 2 }];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0.8) });
  for (const part of [0.7, 0.5, 0.3]) {
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(part) });
  }
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

describe.each(SCENES)('in $lang at $viewport.width px', ({ lang, viewport, steps }) => {
  const say = TEXTS[lang];

  test('an order leaves an entry for each step, the bell counts down, changes can be undone, a topic is switched off', async () => {
    const shopper = await newCustomer({ lang, viewport });
    const { page, email, token } = shopper;
    const number = await placeOrder(page, { ...ADDRESS, email }, token);
    for (let step = 0; step < steps; step++) await orders('advance', number);
    const all = steps + 1;

    await shopper.visit('/');
    const header = page.getByRole('banner');
    const bell = (count: number) =>
      header
        .getByRole('link', {
          name: count === 0 ? say['account.notifications'] : formatMessage(say['notifications.bell'], { count }, lang),
          exact: true,
        })
        .filter({ visible: true });
    await bell(all).click();
    const main = page.getByRole('main');
    const entries = main.getByRole('listitem').filter({ hasText: number });
    await expect.poll(() => entries.count()).toBe(all);
    const unread = entries.filter({ hasText: say['notifications.unread'] });
    expect(await unread.count()).toBe(all);
    expect(await findings(page)).toEqual([]);

    await entries.first().getByRole('link').click();
    await page.waitForURL(({ pathname, searchParams }) => pathname === ROUTES.order && searchParams.has('order_id'));
    await main.getByText(number).first().waitFor();
    await bell(all - 1).waitFor();
    await page.goBack();
    await expect.poll(() => unread.count()).toBe(all - 1);

    await main.getByRole('button', { name: say['notifications.read_all'] }).click();
    await bell(0).waitFor();
    const undo = main.getByRole('button', { name: say['cart.undo'] });
    await undo.click();
    await bell(all - 1).waitFor();
    await expect.poll(() => unread.count()).toBe(all - 1);

    const newest = entries.first();
    const remove = () =>
      viewport === PHONE
        ? swipe(page, newest)
        : newest.getByRole('button', { name: say['notifications.remove'].split('{')[0] ?? '' }).click();
    await remove();
    await undo.click();
    await expect.poll(() => entries.count()).toBe(all);
    await remove();
    await undo.waitFor();
    // Leaving the tab ends the time in which it can be undone.
    const removed = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await main.getByRole('button', { name: say['notifications.tab_offers'] }).click();
    expect((await removed).status()).toBe(200);
    await main.getByRole('heading', { name: say['notifications.none'] }).waitFor();
    await shopper.visit(accountPath('notifications'));
    await expect.poll(() => entries.count()).toBe(all - 1);

    await main.getByRole('link', { name: say['notifications.to_settings'], exact: true }).click();
    const byMail = main
      .getByRole('group')
      .filter({ hasText: say['notifications.rewards_text'] })
      .getByRole('switch', { name: say['notifications.channel_email'] });
    await byMail.uncheck();
    await page.getByRole('status').filter({ hasText: SETTINGS_UPDATED[lang] }).waitFor();
    await shopper.visit(notificationSettingsPath());
    await byMail.waitFor();
    expect(await byMail.isChecked()).toBe(false);
    const locked = main.getByRole('group').filter({ hasText: say['notifications.orders_text'] });
    expect(await locked.getByText(say['notifications.always_on'], { exact: true }).count()).toBeGreaterThan(0);
    expect(await locked.getByRole('switch').count()).toBe(0);
    expectQuiet(shopper);
  });
});
