import { beforeEach, describe, expect, test } from 'vitest';
import { lineOfProduct } from '../cart/add/line-of-product.ts';
import { productAnswer, productRow } from '../testing/answers.ts';
import { trackedEvent } from './tracked-event.ts';
import { listenToTracking, type ShopperAction, trackAddToCart, trackViewContent } from './tracking.ts';

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
const line = lineOfProduct(productRow(), null);

describe('docs/spec.md §3: "tracked item types product/product_group; currency MYR"', () => {
  test('a product has its current price', () => {
    expect(trackedEvent({ event: 'ViewContent', product: productAnswer(), option: null })).toMatchObject({
      event: 'ViewContent',
      itemType: 'product',
      items: [{ id: '1', name: 'Krupkrap Cassava Crackle', price: 4.9, quantity: 1 }],
      value: 4.9,
      currency: 'MYR',
    });
  });

  test('a product with variations is a group; each variation is a product', () => {
    const product = productAnswer({ variation_options: [option] });
    const whole = trackedEvent({ event: 'ViewContent', product, option: null });
    expect([whole.itemType, whole.items[0]?.id]).toEqual(['product_group', '1']);
    const one = trackedEvent({ event: 'ViewContent', product, option });
    expect([one.itemType, one.items[0]?.id, one.value]).toEqual(['product', '1-12', 7.9]);
    const added = trackedEvent({
      event: 'AddToCart',
      line: lineOfProduct(product, option),
      quantity: 3,
    });
    expect([added.items[0]?.id, added.items[0]?.quantity, added.value]).toEqual(['1-12', 3, 23.7]);
  });

  test('each event has its own id', () => {
    const action: ShopperAction = { event: 'AddToCart', line, quantity: 1 };
    expect(trackedEvent(action).eventId).not.toBe(trackedEvent(action).eventId);
  });
});

describe('"Tracking": actions wait for the shopper’s decision', () => {
  let received: ShopperAction[] = [];
  beforeEach(() => {
    listenToTracking(() => {});
    listenToTracking(null);
    received = [];
  });

  test('are sent in order, once', () => {
    trackViewContent(productAnswer({ id: '31' }), null);
    trackAddToCart(line, 2);
    listenToTracking((action) => received.push(action));
    listenToTracking(null);
    listenToTracking((action) => received.push(action));
    expect(received.map(({ event }) => event)).toEqual(['ViewContent', 'AddToCart']);
  });

  test('at most the newest twenty wait', () => {
    for (let quantity = 1; quantity <= 30; quantity++) trackAddToCart(line, quantity);
    listenToTracking((action) => received.push(action));
    expect(received.map((action) => action.event === 'AddToCart' && action.quantity)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 11),
    );
  });

  test('the same product with a newer price is reported once', () => {
    listenToTracking((action) => received.push(action));
    const [kaya, rice] = [productAnswer({ id: '41' }), productAnswer({ id: '42' })];
    for (const product of [kaya, { ...kaya, price: 700 }, rice, kaya]) trackViewContent(product, null);
    expect(received.map((action) => action.event === 'ViewContent' && action.product.id)).toEqual(['41', '42', '41']);
  });
});
