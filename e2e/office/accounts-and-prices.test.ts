/**
 * An owner adds a colleague, who sets up a second factor and saves the recovery codes; the owner resets it. A till gets
 * its key. A price is changed in the office and shown in the shop, stock is set and reset, and the audit describes both
 * changes.
 */
import { createHmac } from 'node:crypto';
import { dayOf } from '@shop/core/time';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DEMO_STAFF } from '../../demo/data/personas.ts';
import { en } from '../../office/i18n/en.ts';
import { zh } from '../../office/i18n/zh.ts';
import { findings } from '../testing/axe.ts';
import { PASSWORD, uniqueDigits } from '../testing/customer.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE } from '../testing/shopper.ts';

const WORDS = { en, zh };
type OfficeLang = keyof typeof WORDS;

async function signIn(page: Page, lang: OfficeLang, path: string, email: string, password: string): Promise<void> {
  const words = WORDS[lang];
  await page.goto(path);
  if (lang === 'zh') await page.getByRole('button', { name: '中文' }).click();
  await page.getByLabel(words['sign_in.email']).fill(email);
  await page.getByLabel(words['sign_in.password']).fill(password);
  await page.getByRole('button', { name: words['sign_in.submit'] }).click();
}

/** Computes the code that an authenticator app shows now (RFC 6238). */
function computeCode(secret: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac('sha1', key).update(step).digest();
  const offset = hash.readUInt8(hash.length - 1) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  Object.entries(values).reduce((result, [name, value]) => result.replaceAll(`{${name}}`, value), text);

test.each([
  ['en', DESKTOP],
  ['zh', PHONE],
] as const)('a colleague gets an account, saves recovery codes, and loses the phone in %s', async (lang, viewport) => {
  const words = WORDS[lang];
  const owner = await newShopper({ viewport });
  const { page } = owner;
  const email = `picker-${uniqueDigits()}@example.com`;

  await signIn(page, lang, '/office/accounts', DEMO_STAFF, PASSWORD);
  await page.getByRole('button', { name: words['account.add'] }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words['sign_in.email']).fill(email);
  await dialog.getByRole('checkbox', { name: words['role_text.picker'] }).check();
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole('button', { name: words['account.add'] }).click();
  const secret = page.getByRole('dialog', { name: words['account.password_title'] });
  const password = await secret.getByRole('textbox').inputValue();
  await secret.getByRole('button', { name: words['form.close'] }).click();

  const colleague = await newShopper({ viewport });
  const colleaguePage = colleague.page;
  await signIn(colleaguePage, lang, '/office/picking', email, password);
  await colleaguePage.getByRole('heading', { name: words['menu.picking'] }).waitFor();
  await colleaguePage.getByRole('button', { name: fill(words['user.menu'], { email }) }).click();
  await colleaguePage.getByRole('menuitem', { name: words['user.account'] }).click();
  await colleaguePage.getByRole('button', { name: words['account.begin'] }).click();
  const secretText = await colleaguePage.getByText(/[A-Z2-7]{32}/).textContent();
  await colleaguePage
    .getByRole('textbox', { name: words['sign_in.code'] })
    .fill(computeCode(/[A-Z2-7]{32}/.exec(secretText ?? '')?.[0] ?? ''));
  await colleaguePage.getByRole('button', { name: words['account.confirm'] }).click();

  const heading = colleaguePage.getByRole('heading', { name: words['account.recovery'] });
  await heading.waitFor();
  const codes = colleaguePage.getByRole('listitem');
  const firstCode = await codes.first().textContent();
  expect(await codes.count()).toBe(10);
  expect(await findings(colleaguePage)).toEqual([]);
  const download = colleaguePage.waitForEvent('download');
  await colleaguePage.getByRole('button', { name: words['account.recovery_download'] }).click();
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
  // The codes are still shown after another page of the office.
  await colleaguePage.goBack();
  await colleaguePage.waitForURL(/\/office\/picking/);
  expect(await codes.first().textContent()).toBe(firstCode);
  // Leaving the page opens a warning.
  const warnings: string[] = [];
  colleaguePage.once('dialog', (warning) => {
    warnings.push(warning.type());
    void warning.dismiss();
  });
  await colleaguePage.evaluate(() => window.location.assign('/office/account'));
  await expect.poll(() => warnings).toEqual(['beforeunload']);
  expect(await codes.first().textContent()).toBe(firstCode);
  expect(await colleaguePage.getByRole('button', { name: words['account.recovery_continue'] }).isDisabled()).toBe(true);
  await colleaguePage.getByRole('checkbox', { name: words['account.recovery_done'] }).check();
  await colleaguePage.getByRole('button', { name: words['account.recovery_continue'] }).click();
  await colleaguePage.getByRole('heading', { name: words['menu.picking'] }).waitFor();

  await page.reload();
  await page.getByRole('button', { name: fill(words['account.actions_of'], { email }) }).click();
  await page.getByRole('menuitem', { name: words['account.reset'] }).click();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: words['account.reset'] }).click();
  await page.getByText(fill(words['account.done_reset'], { email })).waitFor();
  await colleaguePage.reload();
  await colleaguePage.getByRole('button', { name: words['sign_in.submit'] }).waitFor();
  expectQuiet(owner, []);
  expectQuiet(colleague, [401]);
});

test.each([
  ['en', DESKTOP, 'krupkrap-potato-waves-sea-salt', '4.30'],
  ['zh', PHONE, 'krupkrap-potato-waves-sea-salt', '4.40'],
] as const)('a till gets a key, and price and stock are changed in %s', async (lang, viewport, slug, price) => {
  const words = WORDS[lang];
  const owner = await newShopper({ viewport });
  const { page } = owner;
  await signIn(page, lang, '/office/tills', DEMO_STAFF, PASSWORD);
  await page.getByRole('button', { name: words['till.add'] }).click();
  await page.getByRole('dialog').getByRole('combobox').click();
  await page.getByRole('option').first().click();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: words['till.add'] }).click();
  const secret = page.getByRole('dialog', { name: words['till.secret'] });
  expect(await secret.getByRole('textbox').inputValue()).toMatch(/^t_/);
  await secret.getByRole('button', { name: words['form.close'] }).click();
  await page.getByText(words['till.unused']).first().waitFor();
  expect(await findings(page)).toEqual([]);

  await page.goto('/office/outlets');
  await page.getByRole('button', { name: words['outlet.link'] }).first().click();
  const link = page.getByRole('dialog');
  expect(await link.getByRole('textbox', { name: words['outlet.link'] }).inputValue()).toContain('?ref=store&ref_id=');
  await link.getByRole('img').waitFor();
  expect(await findings(page)).toEqual([]);

  // The day is in the address, so that it can be shared; with an invalid one the page shows today.
  await page.goto('/office/delivery?day=2026-01-02');
  const day = page.getByLabel(words['delivery.day']);
  expect(await day.inputValue()).toBe('2026-01-02');
  await day.fill('2026-01-03');
  await page.waitForURL('**/office/delivery?day=2026-01-03');
  await page.goto('/office/closing?day=soon');
  await page.getByRole('heading', { name: words['menu.closing'], level: 1 }).waitFor();
  expect(await page.getByLabel(words['closing.day']).inputValue()).toBe(dayOf(new Date()));

  await page.goto('/office/stock');
  await page.getByRole('searchbox', { name: words['stock.search'] }).fill(slug);
  const prices = page.getByRole('button', { name: new RegExp(`^${words['prices.title']}:`) });
  await expect.poll(() => prices.count()).toBe(1);
  await prices.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: words['prices.regular'] }).fill(price);
  await dialog.getByRole('textbox', { name: words['form.reason'] }).fill('Supplier');
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole('button', { name: words['prices.submit'] }).click();
  await page.getByText(words['form.saved']).waitFor();
  await expect.poll(async () => (await (await page.request.get(`/api/products/${slug}`)).json()).price).toBe(price);

  await page.getByRole('button', { name: new RegExp(`^${words['stock.set']}:`) }).click();
  const stock = await dialog.getByText(/\d/).allInnerTexts();
  await dialog.getByRole('textbox', { name: words['stock.quantity'] }).fill('7');
  await dialog.getByRole('textbox', { name: words['form.reason'] }).fill('Counted');
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole('button', { name: words['stock.set'] }).click();
  await page.getByRole('button', { name: words['ra.action.undo'] }).click();
  await page.getByText(words['undo.done']).waitFor();
  await page.getByRole('button', { name: new RegExp(`^${words['stock.set']}:`) }).click();
  await expect.poll(() => dialog.getByText(/\d/).allInnerTexts()).toEqual(stock);
  await dialog.getByRole('button', { name: words['form.cancel'] }).click();
  // A scanner types a code that no product has.
  await page.keyboard.type('9559999999999');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: words['list.empty_filtered'] }).waitFor();
  expect(await findings(page)).toEqual([]);

  await page.goto('/office/audit');
  await page.getByText(words['staff.setStock']).first().waitFor();
  await page.getByText('RM', { exact: false }).first().waitFor();
  expect(await findings(page)).toEqual([]);
  expectQuiet(owner, []);
});
