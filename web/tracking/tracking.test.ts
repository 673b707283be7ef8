import { beforeEach, describe, expect, test, vi } from 'vitest';
import { toCartLine } from '../cart/add/to-cart-line.ts';
import { EMPTY_CART } from '../cart/sync/empty-cart.ts';
import { productResponse, productRow } from '../testing/api-responses.ts';
import { stubBrowser } from '../testing/browser-globals.ts';
import { toTrackedEvent } from './tracked-event.ts';
import {
  listenToTracking,
  type Purchase,
  rememberPurchase,
  type ShopperAction,
  trackAddPaymentInfo,
  trackAddToCart,
  trackInitiateCheckout,
  trackPurchase,
  trackViewContent,
} from './tracking.ts';

const NO_TOTALS = { ...EMPTY_CART, voucher: 0, points: 0, coins: 0 };

const option = {
  id: '12',
  title: '200 g',
  image: productRow().image,
  price: 790,
  sale_price: null,
  sale_ends_at: null,
  group_price: null,
  tier_prices: [],
  quantity: 5,
  inventory: null,
  unit_price: null,
};
const line = toCartLine(productRow(), null);

describe('docs/spec.md §3: "tracked item types product/product_group; currency MYR"', () => {
  test('a product has its current price', () => {
    expect(toTrackedEvent({ event: 'ViewContent', product: productResponse(), option: null })).toMatchObject({
      event: 'ViewContent',
      itemType: 'product',
      items: [{ id: '1', name: 'Krupkrap Cassava Crackle', price: 4.9, quantity: 1 }],
      value: 4.9,
      currency: 'MYR',
    });
  });

  test('a product with variations is a group; each variation is a product', () => {
    const product = productResponse({ variation_options: [option] });
    const groupEvent = toTrackedEvent({ event: 'ViewContent', product, option: null });
    expect([groupEvent.itemType, groupEvent.items[0]?.id]).toEqual(['product_group', '1']);
    const optionEvent = toTrackedEvent({ event: 'ViewContent', product, option });
    expect([optionEvent.itemType, optionEvent.items[0]?.id, optionEvent.value]).toEqual(['product', '1-12', 7.9]);
    const addEvent = toTrackedEvent({
      event: 'AddToCart',
      line: toCartLine(product, option),
      quantity: 3,
    });
    expect([addEvent.items[0]?.id, addEvent.items[0]?.quantity, addEvent.value]).toEqual(['1-12', 3, 23.7]);
  });

  test('a checkout has the lines selected for it, and a purchase the order’s id and its goods after discounts', () => {
    const cart = { ...EMPTY_CART, uuid: 'u', items: [line, { ...line, id: '9', checkout: false }], subtotal: 450 };
    expect(toTrackedEvent({ event: 'AddPaymentInfo', cart, payment_method: 'cod' })).toMatchObject({
      items: [{ id: line.id, quantity: line.quantity }],
      value: 4.5,
      paymentType: 'cod',
    });
    const totals = { ...NO_TOTALS, items_total: 1_000, discount: 100, coupon_discount: 50, delivery_fee: 800 };
    const order: Purchase = { id: 'order-1', items: [line], totals };
    const [firstEvent, repeatedEvent] = [
      toTrackedEvent({ event: 'Purchase', order }),
      toTrackedEvent({ event: 'Purchase', order }),
    ];
    expect(firstEvent).toMatchObject({ transactionId: 'order-1', value: 8.5, items: [{ id: line.id }] });
    // "Same eventID/transaction_id on retry and reload" (docs/partners.md#8).
    expect(repeatedEvent.eventId).toBe(firstEvent.eventId);
  });

  test('each event has its own id', () => {
    const action: ShopperAction = { event: 'AddToCart', line, quantity: 1 };
    expect(toTrackedEvent(action).eventId).not.toBe(toTrackedEvent(action).eventId);
  });
});

describe('"Tracking": actions wait for the shopper’s decision', () => {
  let actions: ShopperAction[] = [];
  beforeEach(() => {
    listenToTracking(() => {});
    listenToTracking(null);
    actions = [];
  });

  test('are sent in order, once', () => {
    trackViewContent(productResponse({ id: '31' }), null);
    trackAddToCart(line, 2);
    listenToTracking((action) => actions.push(action));
    listenToTracking(null);
    listenToTracking((action) => actions.push(action));
    expect(actions.map(({ event }) => event)).toEqual(['ViewContent', 'AddToCart']);
  });

  test('a checkout is reported once until its order, an order once', () => {
    stubBrowser();
    listenToTracking((action) => actions.push(action));
    const cart = { ...EMPTY_CART, uuid: 'cart-1', items: [line] };
    const order: Purchase = { id: 'order-2', items: [line], totals: NO_TOTALS };
    for (const _ of [1, 2]) trackInitiateCheckout(cart);
    trackAddPaymentInfo(cart, 'cod');
    for (const _ of [1, 2]) trackPurchase(order);
    trackInitiateCheckout(cart);
    expect(actions.map(({ event }) => event)).toEqual([
      'InitiateCheckout',
      'AddPaymentInfo',
      'Purchase',
      'InitiateCheckout',
    ]);
    vi.unstubAllGlobals();
  });

  test('a reported order is not reported again after a reload; one whose report failed is', async () => {
    stubBrowser();
    const order = (id: string): Purchase => ({ id, items: [line], totals: NO_TOTALS });
    listenToTracking((action) => actions.push(action));
    for (const id of ['order-sent', 'order-held']) trackPurchase(order(id));
    rememberPurchase(order('order-sent'));
    vi.resetModules();
    const freshModule = await import('./tracking.ts');
    freshModule.listenToTracking((action) => actions.push(action));
    for (const id of ['order-sent', 'order-held']) freshModule.trackPurchase(order(id));
    expect(actions.map((action) => action.event === 'Purchase' && action.order.id)).toEqual([
      ...['order-sent', 'order-held'],
      'order-held',
    ]);
    vi.unstubAllGlobals();
  });

  test('at most the newest twenty wait', () => {
    for (let quantity = 1; quantity <= 30; quantity++) trackAddToCart(line, quantity);
    listenToTracking((action) => actions.push(action));
    expect(actions.map((action) => action.event === 'AddToCart' && action.quantity)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 11),
    );
  });

  test('the same product with a newer price is reported once', () => {
    listenToTracking((action) => actions.push(action));
    const [kaya, rice] = [productResponse({ id: '41' }), productResponse({ id: '42' })];
    for (const product of [kaya, { ...kaya, price: 700 }, rice, kaya]) trackViewContent(product, null);
    expect(actions.map((action) => action.event === 'ViewContent' && action.product.id)).toEqual(['41', '42', '41']);
  });
});
