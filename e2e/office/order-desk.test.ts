/** A member of staff signs in to the office, finds an order, packs it, prints its label and refunds a part of it. */
import { dayOf } from '@shop/core/time';
import { expect, test } from 'vitest';
import { DEMO_STAFF } from '../../demo/data/personas.ts';
import { en } from '../../office/i18n/en.ts';
import { zh } from '../../office/i18n/zh.ts';
import { findings } from '../testing/axe.ts';
import { PASSWORD, uniqueDigits } from '../testing/customer.ts';
import { placeOrder } from '../testing/place-order.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE, type Shopper } from '../testing/shopper.ts';
import { callStaffApi } from '../testing/staff-api.ts';

const WORDS = { en, zh };

/** A recipient's name that would run as a script if the office inserted it as markup. */
const SCRIPT = '<img src=x onerror="document.title=1">';

async function signIn({ page }: Shopper, lang: 'en' | 'zh', path: string): Promise<void> {
  const words = WORDS[lang];
  await page.goto(path);
  if (lang === 'zh') await page.getByRole('button', { name: '中文' }).click();
  await page.getByLabel(words['sign_in.email']).fill(DEMO_STAFF);
  await page.getByLabel(words['sign_in.password']).fill('wrong');
  await page.getByRole('button', { name: words['sign_in.submit'] }).click();
  await page.getByRole('alert').waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByLabel(words['sign_in.password']).fill(PASSWORD);
  await page.getByRole('button', { name: words['sign_in.submit'] }).click();
}

test.each([
  ['en', DESKTOP],
  ['zh', PHONE],
] as const)('an order is found, packed, printed, delivered and refunded in %s', async (lang, viewport) => {
  const words = WORDS[lang];
  const staff = await newShopper({ viewport });
  const { page } = staff;
  const digits = uniqueDigits();
  const buyer = {
    recipient: SCRIPT,
    email: `desk-${digits}@example.com`,
    contact_number: `012-${digits}`,
    street_address: `${digits}, Jalan Meja`,
  };
  const number = await placeOrder(page, buyer);

  // After the sign-in the office returns to the requested address.
  await signIn(staff, lang, '/office/orders?filter=%7B%22status%22%3A%22pending%22%7D');
  await page.getByRole('heading', { name: words['orders.title'] }).waitFor();
  expect(new URL(page.url()).searchParams.get('filter')).toBe('{"status":"pending"}');

  await page.keyboard.press('/');
  await page.keyboard.type(buyer.email);
  await page.keyboard.press('Enter');
  await page.getByText(SCRIPT).first().waitFor();
  expect(await findings(page)).toEqual([]);
  // The shortcuts also work while a checkbox has the focus.
  if (viewport === DESKTOP) {
    await page.getByRole('row', { name: number }).getByRole('checkbox').check();
    await page.keyboard.press('/');
    await page.waitForFunction(() => document.activeElement?.getAttribute('type') === 'search');
  }
  await page.getByRole('link', { name: number }).click();
  await page.getByRole('heading', { name: number }).waitFor();
  await page.getByText(SCRIPT).first().waitFor();
  expect(await findings(page)).toEqual([]);

  // The board of the order's day, in the dark theme: the states have the same colours in both themes.
  const { order } = await callStaffApi(page, 'GET', `/orders/${number}`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`/office/orders/board?day=${dayOf(new Date(order.delivery.starts_at))}`);
  const card = page.getByRole('link', { name: number });
  await card.waitFor();
  expect(await findings(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: null });
  await card.click();
  await page.getByRole('heading', { name: number }).waitFor();

  // A tag is added, undone and added again, and the confirmation is sent again; the audit of the order has all of it.
  const tag = `gift ${digits}`;
  await page.getByRole('combobox', { name: words['tags.new'] }).fill(tag);
  await page.getByRole('button', { name: words['tags.add'], exact: true }).click();
  const chip = page.getByRole('button', { name: words['tags.remove'].replace('{tag}', tag) });
  await chip.waitFor();
  await page.getByRole('alert').getByRole('button', { name: words['ra.action.undo'] }).click();
  await chip.waitFor({ state: 'detached' });
  await page.getByRole('combobox', { name: words['tags.new'] }).fill(tag);
  await page.getByRole('button', { name: words['tags.add'], exact: true }).click();
  await chip.waitFor();
  const mail = words['mail.order-placed'];
  await page.getByRole('button', { name: words['mail.resend_of'].replace('{mail}', mail) }).click();
  await page.getByText(words['mail.resent'].replace('{mail}', mail)).waitFor();
  const changes = page.getByRole('region', { name: words['audit.title'] });
  await changes.getByText(words['staff.resendMail']).waitFor();
  expect(await changes.getByRole('definition').filter({ hasText: tag }).count()).toBe(3);
  expect(await findings(page)).toEqual([]);

  for (const step of ['processing', 'packed'] as const) {
    await page.getByRole('button', { name: words[`advance.${step}`], exact: true }).click();
    await page.getByText(words[`status.${step}`], { exact: true }).first().waitFor();
  }

  await page.getByRole('button', { name: words['orders.print'] }).click();
  await page.getByRole('menuitem', { name: words['orders.print_label'] }).click();
  await page.getByRole('img', { name: words['print.barcode'].replace('{number}', number) }).waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: words['print.back'] }).click();

  // The first attempt fails; the order goes out again in a new slot, and only the rest of the cash is collected.
  await page.getByRole('button', { name: words['advance.delivery'], exact: true }).click();
  await page.getByRole('button', { name: words['advance.complete'], exact: true }).waitFor();
  await page.getByRole('button', { name: words['order.more'], exact: true }).click();
  await page.getByRole('menuitem', { name: words['order.fail_delivery'] }).click();
  const failure = page.getByRole('dialog');
  await failure.getByRole('textbox', { name: words['form.reason_shopper'] }).fill('Nobody at home');
  await failure.getByRole('combobox', { name: words['delivery.slot'] }).click();
  await page.getByRole('option').nth(1).waitFor();
  await page.getByRole('option', { disabled: false }).nth(1).click();
  expect(await findings(page)).toEqual([]);
  await failure.getByRole('textbox', { name: words['failed.cash'] }).fill('5.00');
  await failure.getByRole('button', { name: words['failed.submit'] }).click();
  await failure.waitFor({ state: 'detached' });
  const retried = (await callStaffApi(page, 'GET', `/orders/${number}`)).order;
  expect(retried.status).toBe('packed');
  expect(retried.delivery.starts_at).not.toBe(order.delivery.starts_at);
  await page.getByRole('button', { name: words['advance.delivery'], exact: true }).click();
  await page.getByRole('button', { name: words['advance.complete'], exact: true }).click();
  const rest = (Number(retried.grand_total) - 5).toFixed(2);
  expect(await page.getByRole('dialog').getByLabel(words['complete.cash']).inputValue()).toBe(rest);
  await page.getByRole('dialog').getByRole('button', { name: words['complete.submit'] }).click();
  await page.getByText(words['payment.paid'], { exact: false }).first().waitFor();

  await page.getByRole('button', { name: words['order.more'], exact: true }).click();
  await page.getByRole('menuitem', { name: words['order.refund'] }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('spinbutton').fill('1');
  await dialog.getByRole('button', { name: words['refund.submit'] }).click();
  await dialog.getByText(words['form.reason_needed']).waitFor();
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole('textbox', { name: words['form.reason'] }).fill('Dented');
  await dialog.getByRole('button', { name: words['refund.submit'] }).click();
  await page.getByText(words['refund_state.requested']).first().waitFor();
  expect(await page.title()).toContain(number);
  expectQuiet(staff, [422]);
});
