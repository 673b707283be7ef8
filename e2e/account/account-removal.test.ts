/** Account removal: the export, the removal, and the search for personal data in every table. */
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { findings } from '../testing/axe.ts';
import { PASSWORD, uniqueDigits } from '../testing/customer.ts';
import { listTablesWith, queryDatabase } from '../testing/database.ts';
import { readCode } from '../testing/inbox.ts';
import { placeOrder } from '../testing/place-order.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE, type Shopper } from '../testing/shopper.ts';

type Leaver = { name: string; email: string; phone: string; street: string; token: string };

/** Creates a customer with data of every kind. */
async function newLeaver({ page }: Shopper): Promise<Leaver> {
  const digits = uniqueDigits();
  const leaver = {
    name: `Puteri Unmistakable ${digits}`,
    email: `leaver.${digits}@e2e.example`,
    phone: `011-${digits.slice(0, 3)} ${digits.slice(3)}`,
    street: `${digits}, Jalan Unmistakable`,
  };
  let token = '';
  const post = async (path: string, data: object) => {
    const headers = token === '' ? undefined : { authorization: `Bearer ${token}` };
    const response = await page.request.post(`/api${path}`, { data, ...(headers && { headers }) });
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
    return response.json();
  };
  const { name, email, phone, street } = leaver;
  token = (await post('/register', { name, email, contact_number: phone, password: PASSWORD })).token;
  await post('/address', {
    recipient: name,
    email,
    contact_number: phone,
    street_address: street,
    city: 'Petaling Jaya',
    zip: '47300',
    state_id: 'MY-10',
  });
  await post('/contact', { title: name, number: phone });
  const { id } = await (await page.request.get('/api/products/nenek-bakes-pineapple-tarts')).json();
  await post('/wishlist', { product_id: id });
  await page.request.post('/api/token', { data: { login: email, password: 'not the one' } });
  return { ...leaver, token };
}

/** Reads everything stored on this device. */
const readStoredData = ({ page }: Shopper) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

test('exports the data, waits for the open order, and erases everything personal, in Chinese', async () => {
  const shopper = await newShopper({ viewport: PHONE, lang: 'zh' });
  const { page } = shopper;
  const leaver = await newLeaver(shopper);
  const { name, email, phone, street } = leaver;
  const buyer = { recipient: name, email, contact_number: phone, street_address: street };
  const number = await placeOrder(page, buyer, leaver.token);

  await shopper.visit('/signin?then=/my-account/account-settings');
  await page.getByRole('textbox', { name: '电邮或电话' }).fill(email);
  await page.getByRole('textbox', { name: '密码' }).fill(PASSWORD);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.getByRole('button', { name: '删除我的账户' }).click();
  const dialog = page.getByRole('dialog', { name: '删除账户' });
  // The open order blocks the removal; the dialog says so before it asks for anything.
  await dialog.getByText('以下订单完成后才能删除账户').waitFor();
  expect(await dialog.getByRole('textbox').count()).toBe(0);
  // Before the removal, the search finds the personal data.
  expect(await listTablesWith(email)).toEqual(expect.arrayContaining(['customers', 'addresses', 'orders']));
  expect(await findings(page)).toEqual([]);

  const downloadEvent = page.waitForEvent('download');
  await dialog.getByRole('button', { name: /下载/ }).click();
  const file = await downloadEvent;
  expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d{2}-\d{2}\.json$/);
  const copy = JSON.parse(await text(await file.createReadStream()));
  const canonical = `+60${phone.replace(/\D/g, '').slice(1)}`;
  expect(copy.data).toMatchObject({
    profile: { name, email, phone: canonical },
    addresses: [{ recipient: name, street_address: street }],
    contacts: [{ title: name }],
    orders: [{ order_number: number, contact_email: email, lines: [{ slug: 'nyonya-pot-pandan-kaya' }] }],
  });
  expect(JSON.stringify(copy)).toContain('nenek-bakes-pineapple-tarts');
  expect(JSON.stringify(copy)).not.toMatch(/argon2|token_hash/);

  await dialog.getByRole('link', { name: `订单 ${number}` }).click();
  await page.getByRole('heading', { level: 1, name: /^待处理/ }).waitFor();
  await dialog.waitFor({ state: 'hidden' });

  await queryDatabase(`update orders set status = 'complete' where order_number = $1`, number);
  await shopper.visit('/my-account/account-settings');
  await page.getByRole('button', { name: '删除我的账户' }).click();
  await dialog.getByText(/不含您的姓名/).waitFor();
  expect(await dialog.getByText(/作废/).textContent()).not.toMatch(/(?<!\d)0 (金币|积分)/);
  expect(await findings(page)).toEqual([]);
  const confirm = dialog.getByRole('button', { name: '删除我的账户' });
  await confirm.click();
  await dialog.getByText('请输入“删除”', { exact: true }).waitFor();
  await dialog.getByLabel(/请输入“删除”以确认/).fill('删除');
  await dialog.getByLabel('密码').fill('not the one');
  await confirm.click();
  await dialog.getByText('密码不正确').waitFor();
  await dialog.getByLabel('密码').fill(PASSWORD);
  await confirm.click();
  await page.getByRole('heading', { level: 1, name: '您的账户已删除' }).waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('link', { name: '立即前往' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/');
  expectQuiet(shopper, [422, 409]);

  // Nothing personal is left on this device or in any table; the orders stay for accounting, without the customer.
  const personalTexts = [name, email, phone, canonical.slice(1), street];
  const storedData = await readStoredData(shopper);
  expect(personalTexts.filter((each) => storedData.includes(each))).toEqual([]);
  expect(storedData).not.toContain(leaver.token);
  expect(storedData).not.toContain('auth_token');
  expect(await listTablesWith(...personalTexts)).toEqual([]);
  const books = await queryDatabase(
    `select status, shipping_address ->> 'zip' as zip, (select sum(quantity)::int from order_lines where order_id = o.id) as pieces
     from orders o where order_number = $1`,
    number,
  );
  expect(books).toEqual([{ status: 'complete', zip: '47300', pieces: 1 }]);

  await shopper.visit('/signin');
  await page.getByRole('textbox', { name: '电邮或电话' }).fill(email);
  await page.getByRole('textbox', { name: '密码' }).fill(PASSWORD);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.getByText('电邮、电话或密码不正确。').waitFor();
});

test('removes an account without a password by a code, in English', async () => {
  const shopper = await newShopper({ viewport: DESKTOP });
  const { page } = shopper;
  const email = 'puteri.google@example.com';
  await shopper.visit('/signin?then=/my-account/account-settings');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByText(email).click();
  await page.getByRole('button', { name: 'Remove my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Account removal' });
  await dialog.getByLabel('Type DELETE to confirm').fill('delete');
  await dialog.getByRole('button', { name: 'Send me a code' }).click();
  await dialog.getByText(`The code is on its way to ${email}.`).waitFor();
  await dialog.getByText(/You can get a new code in \d+ seconds/).waitFor();
  const code = await readCode(page, email);
  const field = dialog.getByLabel('Verification code');
  // The button that sent the code is gone: the code's field has the focus.
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await field.getAttribute('autocomplete')).toBe('one-time-code');
  const confirm = dialog.getByRole('button', { name: 'Remove my account' });
  await field.fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'));
  await confirm.click();
  await dialog.getByText('Code is invalid').waitFor();
  expect(await findings(page)).toEqual([]);
  await field.fill(code);
  await confirm.click();
  await page.getByRole('heading', { level: 1, name: 'Your account is removed' }).waitFor();
  expect(await findings(page)).toEqual([]);
  expectQuiet(shopper, [422]);
  expect(await listTablesWith(email)).toEqual([]);
  expect(await readStoredData(shopper)).not.toContain(email);
});
