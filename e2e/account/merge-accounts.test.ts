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
async function typeWrong(dialog: Locator, label: string, code: string, refusal: string): Promise<void> {
  const field = dialog.getByRole('textbox', { name: label });
  const refused = dialog
    .page()
    .waitForResponse((response) => /verify/.test(response.url()) && response.status() === 422);
  await field.fill(code);
  await refused;
  await dialog.getByText(refusal).waitFor();
}

const another = (code: string, by: number) => String((Number(code) + by) % 1_000_000).padStart(6, '0');

test('lists what moves before merging orders, addresses, contacts and favourites, by phone, in Chinese', async () => {
  const shopper = await newCustomer({ viewport: PHONE, lang: 'zh' });
  const { page } = shopper;
  const phone = `011${uniqueDigits()}`;
  const number = await newMember(shopper, { email: null, phone: `+6${phone}` });

  await shopper.visit('/my-account');
  await page.getByRole('button', { name: '添加：电话' }).click();
  const proving = page.getByRole('dialog', { name: '电话号码' });
  const typed = proving.getByRole('textbox', { name: '手机号码' });
  await typed.waitFor();
  expect(await findings(page)).toEqual([]);
  await typed.fill(`${phone.slice(0, 3)}-${phone.slice(3)}`);
  await proving.getByRole('button', { name: '发送验证码' }).click();
  const first = await readCode(page, `6${phone}`);
  await proving.getByRole('textbox', { name: '验证码' }).fill(first);

  const joining = page.getByRole('dialog', { name: '合并您的账户' });
  await joining.getByText(/此操作无法撤销/).waitFor();
  for (const part of [/订单/, /地址与联络号码/, /最爱/])
    await joining.getByRole('listitem').filter({ hasText: part }).waitFor();
  expect(await findings(page)).toEqual([]);
  await joining.getByRole('button', { name: '发送验证码' }).click();
  const second = await readCode(page, `6${phone}`, first);
  await typeWrong(joining, '验证码', another(second, 1), '验证码无效');
  await joining.getByText(/秒后可重新发送/).waitFor();
  expect(await findings(page)).toEqual([]);
  await joining.getByRole('textbox', { name: '验证码' }).fill(second);
  await page.getByText('账户已合并，新增 1 张订单。').waitFor();
  await joining.waitFor({ state: 'hidden' });
  const written = `${phone.slice(0, 3)}-${phone.slice(3, 6)} ${phone.slice(6)}`;
  await page.locator('#content').getByText(written, { exact: true }).waitFor();

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

  const proving = page.getByRole('dialog', { name: 'Verify email' });
  const change = async (to: string) => {
    await page.getByRole('button', { name: 'Change: Email' }).click();
    await proving.getByRole('textbox', { name: 'Email' }).fill(to);
    await proving.getByRole('button', { name: 'Send code' }).click();
  };
  await shopper.visit('/my-account');
  await change(email);
  const first = await readCode(page, email);
  await proving.getByRole('textbox', { name: 'Verification code' }).fill(first);
  const joining = page.getByRole('dialog', { name: 'Merge your accounts' });
  const field = joining.getByRole('textbox', { name: 'Verification code' });
  const send = joining.getByRole('button', { name: 'Send code' });
  await joining.getByText(/cannot undo this/).waitFor();
  expect(await findings(page)).toEqual([]);
  await send.click();
  const second = await readCode(page, email, first);
  for (let tries = 1; tries <= 5; tries++) {
    await typeWrong(joining, 'Verification code', another(second, tries), 'Code is invalid');
  }
  // The right code is invalid now.
  await typeWrong(joining, 'Verification code', second, 'Code is invalid');
  await joining.getByText(/You can get a new code in \d+ seconds/).waitFor();

  // Opened again within the minute: the code is still valid, and a new one has to wait.
  await page.reload();
  await change(email);
  await proving.getByText(/Please wait \d+ seconds/).waitFor();
  expect(await findings(page)).toEqual([]);
  await ageCodes(email, '1');
  await proving.getByRole('button', { name: 'Send code' }).click();
  const third = await readCode(page, email, second);
  await proving.getByRole('textbox', { name: 'Verification code' }).fill(third);
  await send.click();
  const late = await readCode(page, email, third);
  await ageCodes(email, '5');
  await typeWrong(joining, 'Verification code', late, 'Code is invalid');
  await page.clock.fastForward('01:00');
  await joining.getByRole('button', { name: 'Send a new code' }).click();
  await field.fill(await readCode(page, email, late));
  await page.getByText('Accounts merged. 1 order added.').waitFor();
  await shopper.visit(`/my-account/orders?search=${number}`);
  await page.getByRole('link', { name: `Order ${number}`, exact: true }).waitFor();
  expectQuiet(shopper, [422, 429]);
});
