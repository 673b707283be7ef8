/** Places orders over the API, for stories that begin after that. */
import type { Lang } from '@shop/core/lang';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { press, waitForGateway } from './online-payment.ts';

export type BuyerDetails = { recipient: string; email: string; contact_number: string; street_address: string };

/** The gateway's number of the bank (docs/partners.md#1.7). */
const MAYBANK2U = '6';

const PLACE_IN_SELANGOR = { zip: '47300', city: 'Petaling Jaya', state_id: 'MY-10' };

type OrderedItem = { id: string; quantity: number };

export type OrderAccess = { id: string; order_number: string; view_token: string };

type PlacedOrderResponse = { order: OrderAccess; payment: { attempt: string; url: string } | null };

/** `lang` is the language of the order and of the gateway's way back; `more` are further choices of `PUT /checkout`. */
export type OrderChoices = {
  token?: string | undefined;
  items?: OrderedItem[] | undefined;
  payment_method: 'cod' | 'fpx' | 'tng';
  lang?: Lang;
  more?: object;
};

/** Orders kaya or other products with any payment method; nothing is paid yet. `payment` is null for cash. */
export async function placeBuyersOrder(
  page: Page,
  buyer: BuyerDetails,
  choices: OrderChoices,
): Promise<PlacedOrderResponse> {
  const { token, items, payment_method, lang = 'en', more } = choices;
  let bearer = token;
  const call = async (method: 'GET' | 'PUT' | 'POST', path: string, data?: object) => {
    const headers = {
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(payment_method === 'tng' && { 'x-branch': 'tng', 'x-platform': 'TNG' }),
    };
    const response = await page.request.fetch(`/api${path}`, { method, headers, ...(data && { data }) });
    expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true);
    return response.json();
  };
  bearer ??= (await call('GET', '/cart')).uuid as string;
  const { id } = await call('GET', '/products/nyonya-pot-pandan-kaya');
  await call('PUT', '/cart', { items: items ?? [{ id, quantity: 1 }] });
  const [method] = (await call('GET', `/shippings?zip=${PLACE_IN_SELANGOR.zip}&state_id=${PLACE_IN_SELANGOR.state_id}`))
    .data;
  const { cart } = await call('PUT', '/checkout', {
    shipping_address: { ...PLACE_IN_SELANGOR, ...buyer },
    customer_email: buyer.email,
    shipping_method: method.id,
    // The last slot, since an early one may close meanwhile.
    delivery_slot_id: method.slots.findLast((slot: { places_left: number }) => slot.places_left > 0).id,
    payment_method,
    ...more,
  });
  return call('POST', `/orders/checkout?lang=${lang}`, {
    expected_total: cart.grand_total,
    cart_version: cart.version,
    payment_id: payment_method === 'fpx' ? MAYBANK2U : null,
  });
}

/**
 * Orders kaya or other products for cash, as a customer or as a guest. `lang` is that of the order's mails; `more` are
 * further choices of `PUT /checkout`.
 */
export async function orderForCash(
  page: Page,
  buyer: BuyerDetails,
  token?: string,
  items?: OrderedItem[],
  lang: Lang = 'en',
  more?: object,
): Promise<OrderAccess> {
  return (await placeBuyersOrder(page, buyer, { token, items, payment_method: 'cod', lang, more })).order;
}

/** Orders as `orderForCash` does; returns the order's number. */
export async function placeOrder(
  page: Page,
  buyer: BuyerDetails,
  token?: string,
  items?: OrderedItem[],
): Promise<string> {
  return (await orderForCash(page, buyer, token, items)).order_number;
}

/**
 * Orders kaya or other products to be paid at Maybank2u by FPX; nothing is paid yet. `payment_page` is the path of
 * `/checkout/web-payment` for the order's attempt.
 */
export async function orderOnline(
  page: Page,
  buyer: BuyerDetails,
  choices: Omit<OrderChoices, 'payment_method'> = {},
): Promise<OrderAccess & { payment_page: string }> {
  const { order, payment } = await placeBuyersOrder(page, buyer, { ...choices, payment_method: 'fpx' });
  return { ...order, payment_page: payment?.url ?? '' };
}

/** Orders kaya inside the mini-program as a guest; returns the path of the page that pays the order by Touch 'n Go. */
export async function orderInsideTng(page: Page, buyer: BuyerDetails, lang: Lang): Promise<string> {
  const { payment } = await placeBuyersOrder(page, buyer, { payment_method: 'tng', lang });
  const { pathname, search } = new URL(payment?.url ?? '');
  return pathname + search;
}

/** Orders a customer's products and pays them by FPX at the stand-in gateway; returns the order's number. */
export async function payOrderByFpx(
  page: Page,
  buyer: BuyerDetails,
  token: string,
  items: OrderedItem[],
): Promise<string> {
  const { order, payment } = await placeBuyersOrder(page, buyer, { token, items, payment_method: 'fpx' });
  await page.goto(payment?.url ?? '');
  await waitForGateway(page);
  await press(page, 'Pay');
  await page.waitForURL((url) => url.searchParams.get('order_number') === order.order_number);
  return order.order_number;
}
