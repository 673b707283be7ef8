/** The member card at full brightness inside the app, through Capacitor's own bridge (docs/readings.md#75). */
import { coinsPath } from '@shop/core/links/paths';
import { expect, test } from 'vitest';
import { en } from '../../web/i18n/en/bundles/all.ts';
import { zh } from '../../web/i18n/zh/bundles/all.ts';
import { newCustomer } from '../testing/customer.ts';
import { type NativeApp, runApp } from '../testing/native-bridge.ts';
import { expectQuiet, PHONE } from '../testing/shopper.ts';

const TEXTS = { en, zh };

/** Waits until the screen has had these levels of brightness, one after another. */
const expectLevels = (app: NativeApp, levels: number[]) =>
  expect.poll(() => app.calls('ScreenBrightness.setBrightness').map(({ brightness }) => brightness)).toEqual(levels);

test.each([
  ['en', 'android', -1],
  ['zh', 'ios', 0.4],
] as const)(
  'the member card is at full brightness until it closes or the app leaves the screen, in %s on %s',
  async (lang, platform, initialLevel) => {
    const say = TEXTS[lang];
    const shopper = await newCustomer({ viewport: PHONE, lang });
    const { page } = shopper;
    const app = await runApp(page, { platform, brightness: initialLevel });
    await shopper.visit(coinsPath());
    await page.getByRole('button', { name: say['loyalty.show_code'] }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('img', { name: say['loyalty.card_qr'] }).waitFor();
    await expectLevels(app, [1]);
    expect(await dialog.getByText(say['loyalty.card_brightness']).count()).toBe(0);
    await expect.poll(() => app.listensTo('App.appStateChange')).toBe(true);
    await app.emit('App.appStateChange', { isActive: false });
    await expectLevels(app, [1, initialLevel]);
    await app.emit('App.appStateChange', { isActive: true });
    await expectLevels(app, [1, initialLevel, 1]);
    await dialog.getByRole('button', { name: say['ui.close'] }).click();
    await dialog.waitFor({ state: 'detached' });
    await expectLevels(app, [1, initialLevel, 1, initialLevel]);
    await expect.poll(() => app.listensTo('App.appStateChange')).toBe(false);
    expectQuiet(shopper);
  },
);

test('an app that closes the card in the background leaves the brightness as it is', async () => {
  const shopper = await newCustomer({ viewport: PHONE });
  const { page } = shopper;
  const app = await runApp(page, { brightness: 0.7 });
  await shopper.visit(coinsPath());
  await page.getByRole('button', { name: en['loyalty.show_code'] }).click();
  await expectLevels(app, [1]);
  await expect.poll(() => app.listensTo('App.appStateChange')).toBe(true);
  await app.emit('App.appStateChange', { isActive: false });
  await expectLevels(app, [1, 0.7]);
  await page.getByRole('dialog').getByRole('button', { name: en['ui.close'] }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => app.listensTo('App.appStateChange')).toBe(false);
  await expectLevels(app, [1, 0.7]);
  expectQuiet(shopper);
});
