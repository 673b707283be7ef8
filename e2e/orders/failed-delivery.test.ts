/** docs/readings.md#10: a delivery fails twice, and the customer reads each reason in the order. */
import { expect, test } from 'vitest';
import { asCustomer, newCustomer, uniqueDigits } from '../testing/customer.ts';
import { placeOrder } from '../testing/place-order.ts';
import { DESKTOP, expectQuiet, PHONE } from '../testing/shopper.ts';
import { runOrders } from '../testing/staff-command.ts';

const TEXT = {
  en: { retry: 'We will deliver again. Delivery failed: Nobody at home', canceled: 'Canceled' },
  zh: { retry: '我们会再次配送。上次配送失败原因：Nobody at home', canceled: '已取消' },
} as const;

test.each([
  ['en', PHONE],
  ['zh', DESKTOP],
] as const)(
  'a refused delivery is tried again and then canceled, each with its reason, in %s',
  async (lang, viewport) => {
    const shopper = await newCustomer({ viewport, lang });
    const { page } = shopper;
    const digits = uniqueDigits();
    const buyer = {
      recipient: 'Aminah Osman',
      email: `door-${digits}@example.com`,
      contact_number: `012-${digits}`,
      street_address: `${digits}, Jalan Pintu`,
    };
    const number = await placeOrder(page, buyer, shopper.token);
    for (let step = 0; step < 3; step++) await runOrders('advance', number);
    await runOrders('fail-delivery', number, '--reason', 'Nobody at home', '--retry');
    const response = await page.request.get('/api/orders', { headers: asCustomer(shopper) });
    const { data } = (await response.json()) as { data: { id: string }[] };
    const path = `/my-account/orders/view?order_id=${data[0]?.id}`;
    await shopper.visit(path);
    const main = page.getByRole('main');
    await main.getByText(TEXT[lang].retry).first().waitFor();

    await runOrders('advance', number);
    await runOrders('fail-delivery', number, '--reason', 'Refused at the door', '--cancel');
    await shopper.visit(path);
    await main.getByText('Refused at the door').first().waitFor();
    expect(await main.getByText(TEXT[lang].canceled).count()).toBeGreaterThan(0);
    expectQuiet(shopper);
  },
);
