/**
 * An order from the checkout to the delivery: the shopper prints it, tracks it, requests its cancellation and withdraws
 * the request, and gets a mail at each step.
 */
import { expect, test } from 'vitest';
import { findings } from '../testing/axe.ts';
import { addAndOpenCart, chooseSlot, confirmOrder, enterAddress } from '../testing/guest-checkout.ts';
import { type InboxMail, readInbox } from '../testing/inbox.ts';
import { placeOrder } from '../testing/place-order.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE, type Shopper } from '../testing/shopper.ts';
import { runOrders } from '../testing/staff-command.ts';

/** Waits for the mail about an order whose subject holds a text. */
async function waitForMail({ page }: Shopper, email: string, text: string): Promise<InboxMail> {
  let mail: InboxMail | undefined;
  await readInbox(page, email);
  await expect
    .poll(async () => {
      const response = await page.request.get(`/dev/inbox?to=${encodeURIComponent(email)}`, {
        headers: { accept: 'application/json' },
      });
      mail = ((await response.json()) as { data: InboxMail[] }).data.find(({ subject }) => subject.includes(text));
      return mail !== undefined;
    })
    .toBe(true);
  if (mail === undefined) throw new Error(`No mail to ${email} is about ${text}`);
  return mail;
}

test('a guest orders, prints, tracks, requests a cancellation, withdraws it, and cannot request another; staff deliver, in Chinese', async () => {
  const shopper = await newShopper({ viewport: PHONE, lang: 'zh' });
  const { page } = shopper;
  const email = `story-${Date.now()}@example.com`;
  await addAndOpenCart(shopper, 'zh');
  await enterAddress(page, 'zh', { email });
  await chooseSlot(page, 'zh');
  await confirmOrder(page, 'zh');
  const orderMail = await waitForMail(shopper, email, '已收到订单');
  const [, number = ''] = /订单 ([0-9A-Z]{8})/.exec(orderMail.subject) ?? [];

  // The unguessable link of the mail opens the order in another browser.
  const link = /http\S+token=\S+/.exec(orderMail.text)?.[0] ?? '';
  const otherShopper = await newShopper({ viewport: PHONE });
  await otherShopper.page.goto(new URL(link).pathname + new URL(link).search);
  const arrival = otherShopper.page.getByRole('heading', { level: 1, name: /^待处理/ });
  await arrival.waitFor();
  const day = arrival.getByText(/^(\d+月\d+日 星期.|明天)$/);
  // The day stays on one line.
  expect(await day.evaluate((text) => text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight))).toBe(
    1,
  );

  await page.getByRole('main').getByRole('link', { name: '追踪订单' }).click();
  await page.getByRole('link', { name: '打印或保存为 PDF' }).click();
  await page.getByRole('heading', { level: 1, name: `订单 ${number}` }).waitFor();
  await page.getByRole('button', { name: '打印或保存为 PDF' }).waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('link', { name: '返回订单' }).click();

  await page.getByRole('button', { name: '取消订单' }).click();
  const dialog = page.getByRole('dialog', { name: '取消订单' });
  await dialog.getByRole('radio', { name: '下错订单' }).check();
  await dialog.getByRole('button', { name: '申请取消' }).click();
  await page.getByText('已成功提交取消申请。').first().waitFor();
  await waitForMail(shopper, email, '取消申请');
  await page.getByRole('button', { name: '撤回申请' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '撤回申请' }).click();
  await page.getByText('已撤回', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: '取消订单' }).count()).toBe(0);
  const response = await page.request.post('/api/refunds?lang=zh', {
    data: { order_number: number, contact: email, reason: '再试一次' },
  });
  expect(response.status()).toBe(409);

  for (const title of ['正在准备', '已打包', '正在配送', '已送达']) {
    await runOrders('advance', number);
    const mail = await waitForMail(shopper, email, title);
    expect(mail.text).toContain('合计：RM');
  }
  await page.reload();
  await page.getByRole('heading', { level: 1, name: '已完成' }).waitFor();
  expect(await page.getByRole('heading', { name: '取消申请' }).count()).toBe(0);
  // The history section is hidden: besides statuses, which the timeline shows, it would only have the payment.
  expect(await page.getByRole('heading', { name: '订单记录' }).count()).toBe(0);
  expect(await runOrders('show', number)).toContain('complete');
  expectQuiet(shopper);
});

test('each mail of an order placed in English is in English', async () => {
  const shopper = await newShopper({ viewport: DESKTOP });
  const email = `story-en-${Date.now()}@example.com`;
  const number = await placeOrder(shopper.page, {
    recipient: 'Aminah Osman',
    email,
    contact_number: '012-345 6789',
    street_address: '12, Jalan SS2/24',
  });
  await waitForMail(shopper, email, `order ${number} received`);
  for (const title of ['We are preparing', 'is packed', 'on its way', 'has been delivered']) {
    await runOrders('advance', number);
    const mail = await waitForMail(shopper, email, title);
    expect(mail.text).toContain('Total: RM');
  }
});
