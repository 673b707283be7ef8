/** A customer proves a contact of another record of theirs, and the two are merged. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { findings } from '../testing/axe.ts';
import { newCustomer, uniqueDigits } from '../testing/customer.ts';
import { ageCodes, queryDatabase } from '../testing/database.ts';
import { readCode } from '../testing/inbox.ts';
import { placeOrder } from '../testing/place-order.ts';
import { DESKTOP, expectQuiet, PHONE, type Shopper } from '../testing/shopper.ts';

type StoreMember = { email: string | null; phone: string };

/**
 * Creates a member of the stores, as a till does: without a password, with an order, an address, a contact and a
 * favourite.
 */
async function newMember({ page }: Shopper, { email, phone }: StoreMember): Promise<string> {
  const [row] = await queryDatabase(
    `insert into customers (id, name, display_name, email, phone, date_of_birth, lang, referral_code, created_at, updated_at)
     values (gen_random_uuid(), 'Tan Ah Kow', 'Ah Kow', nullif($1, ''), $2, '1968-05-19', 'zh', $3, now(), now())
     returning id`,
    email ?? '',
    phone,
    `TILL${uniqueDigits()}`,
  );
  const id = String(row?.id);
  await queryDatabase(
    `insert into addresses (id, customer_id, title, recipient, email, contact_number, street_address, city, zip, state_id,
       is_default, created_at, updated_at)
     values (gen_random_uuid(), $1, 'Home', 'Tan Ah Kow', 'tan@example.com', '012-345 6704', '3, Jalan Contoh 1', 'Kepong',
       '52100', 'MY-14', true, now(), now())`,
    id,
  );
  await queryDatabase(
    `insert into contacts (id, customer_id, title, number, is_default, created_at)
     values (gen_random_uuid(), $1, 'Daughter', '60123456799', true, now())`,
    id,
  );
  await queryDatabase(
    `insert into wishlist select $1, id, now() from products where slug = 'nenek-bakes-pineapple-tarts'`,
    id,
  );
  const number = await placeOrder(page, {
    recipient: 'Tan Ah Kow',
    email: 'tan@example.com',
    contact_number: '012-345 6704',
    street_address: '3, Jalan Contoh 1',
  });
  await queryDatabase('update orders set customer_id = $1 where order_number = $2', id, number);
  return number;
}

/** Types a wrong code and waits for the refusal. */
async function typeWrongCode(dialog: Locator, label: string, code: string, refusal: string): Promise<void> {
  const field = dialog.getByRole('textbox', { name: label });
  const verification = dialog
    .page()
    .waitForResponse((response) => /verify/.test(response.url()) && response.status() === 422);
  await field.fill(code);
  await verification;
  await dialog.getByText(refusal).waitFor();
}

const makeWrongCode = (code: string, by: number) => String((Number(code) + by) % 1_000_000).padStart(6, '0');

test('lists what moves before merging orders, addresses, contacts and favourites, by phone, in Chinese', async () => {
  const shopper = await newCustomer({ viewport: PHONE, lang: 'zh' });
  const { page } = shopper;
  const phone = `011${uniqueDigits()}`;
  const number = await newMember(shopper, { email: null, phone: `+6${phone}` });

  await shopper.visit('/my-account');
  await page.getByRole('button', { name: '添加：电话' }).click();
  const proofDialog = page.getByRole('dialog', { name: '电话号码' });
  const phoneField = proofDialog.getByRole('textbox', { name: '手机号码' });
  await phoneField.waitFor();
  expect(await findings(page)).toEqual([]);
  await phoneField.fill(`${phone.slice(0, 3)}-${phone.slice(3)}`);
  await proofDialog.getByRole('button', { name: '发送验证码' }).click();
  const firstCode = await readCode(page, `6${phone}`);
  await proofDialog.getByRole('textbox', { name: '验证码' }).fill(firstCode);

  const mergeDialog = page.getByRole('dialog', { name: '合并您的账户' });
  await mergeDialog.getByText(/此操作无法撤销/).waitFor();
  for (const part of [/订单/, /地址与联络号码/, /最爱/])
    await mergeDialog.getByRole('listitem').filter({ hasText: part }).waitFor();
  expect(await findings(page)).toEqual([]);
  await mergeDialog.getByRole('button', { name: '发送验证码' }).click();
  const secondCode = await readCode(page, `6${phone}`, firstCode);
  await typeWrongCode(mergeDialog, '验证码', makeWrongCode(secondCode, 1), '验证码无效');
  await mergeDialog.getByText(/秒后可重新发送/).waitFor();
  expect(await findings(page)).toEqual([]);
  await mergeDialog.getByRole('textbox', { name: '验证码' }).fill(secondCode);
  await page.getByText('账户已合并，新增 1 张订单。').waitFor();
  await mergeDialog.waitFor({ state: 'hidden' });
  const formattedPhone = `${phone.slice(0, 3)}-${phone.slice(3, 6)} ${phone.slice(6)}`;
  await page.locator('#content').getByText(formattedPhone, { exact: true }).waitFor();

  await shopper.visit('/my-account/orders');
  await page.getByRole('link', { name: `订单 ${number}`, exact: true }).waitFor();
  await shopper.visit('/my-account/address');
  await page
    .getByText(/3, Jalan Contoh 1, 52100 Kepong/)
    .first()
    .waitFor();
  await page.getByText('Daughter').waitFor();
  await shopper.visit('/my-account/wishlist');
  await page.getByRole('link', { name: /黄梨/ }).first().waitFor();
  expect(await queryDatabase('select status, name from customers where phone = $1', `+6${phone}`)).toEqual([
    { status: 'active', name: 'Aminah Osman' },
  ]);
  expectQuiet(shopper, [422]);
});

test('limits a code to five tries and five minutes, and resends after a minute, by email, in English', async () => {
  const shopper = await newCustomer({ viewport: DESKTOP });
  const { page } = shopper;
  await page.clock.install();
  const email = `member.${uniqueDigits()}@e2e.example`;
  const number = await newMember(shopper, { email, phone: `+6011${uniqueDigits()}` });

  const proofDialog = page.getByRole('dialog', { name: 'Verify email' });
  const change = async (to: string) => {
    await page.getByRole('button', { name: 'Change: Email' }).click();
    await proofDialog.getByRole('textbox', { name: 'Email' }).fill(to);
    await proofDialog.getByRole('button', { name: 'Send code' }).click();
  };
  await shopper.visit('/my-account');
  await change(email);
  const firstCode = await readCode(page, email);
  await proofDialog.getByRole('textbox', { name: 'Verification code' }).fill(firstCode);
  const mergeDialog = page.getByRole('dialog', { name: 'Merge your accounts' });
  const field = mergeDialog.getByRole('textbox', { name: 'Verification code' });
  const send = mergeDialog.getByRole('button', { name: 'Send code' });
  await mergeDialog.getByText(/cannot undo this/).waitFor();
  expect(await findings(page)).toEqual([]);
  await send.click();
  const secondCode = await readCode(page, email, firstCode);
  for (let tries = 1; tries <= 5; tries++) {
    await typeWrongCode(mergeDialog, 'Verification code', makeWrongCode(secondCode, tries), 'Code is invalid');
  }
  // The right code is invalid now.
  await typeWrongCode(mergeDialog, 'Verification code', secondCode, 'Code is invalid');
  await mergeDialog.getByText(/You can get a new code in \d+ seconds/).waitFor();

  // Opened again within the minute: the code is still valid, and a new one has to wait.
  await page.reload();
  await change(email);
  await proofDialog.getByText(/Please wait \d+ seconds/).waitFor();
  expect(await findings(page)).toEqual([]);
  await ageCodes(email, '1');
  await proofDialog.getByRole('button', { name: 'Send code' }).click();
  const thirdCode = await readCode(page, email, secondCode);
  await proofDialog.getByRole('textbox', { name: 'Verification code' }).fill(thirdCode);
  await send.click();
  const expiredCode = await readCode(page, email, thirdCode);
  await ageCodes(email, '5');
  await typeWrongCode(mergeDialog, 'Verification code', expiredCode, 'Code is invalid');
  await mergeDialog.getByText(/You can get a new code in \d+ seconds/).waitFor();
  // A request in flight would time out when the clock moves.
  await shopper.settle();
  await page.clock.fastForward('01:00');
  await mergeDialog.getByRole('button', { name: 'Send a new code' }).click();
  await field.fill(await readCode(page, email, expiredCode));
  await page.getByText('Accounts merged. 1 order added.').waitFor();
  await shopper.visit(`/my-account/orders?search=${number}`);
  await page.getByRole('link', { name: `Order ${number}`, exact: true }).waitFor();
  expectQuiet(shopper, [422, 429]);
});
