import { beforeEach, describe, expect, test } from 'vitest';
import { lineOfProduct } from '../cart/line-of-product.ts';
import { productAnswer, productRow } from '../testing/answers.ts';
import { trackedEvent } from './tracked-event.ts';
import { listenToTracking, type Said, trackAddToCart, trackViewContent } from './tracking.ts';

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
  test('a product by its price now', () => {
    expect(trackedEvent({ event: 'ViewContent', product: productAnswer(), option: null })).toMatchObject({
      event: 'ViewContent',
      itemType: 'product',
      items: [{ id: '1', name: 'Krupkrap Cassava Crackle', price: 4.9, quantity: 1 }],
      value: 4.9,
      currency: 'MYR',
    });
  });

  test('a product with variations is a group as a whole, each variation a product of its own', () => {
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

  test('each event has an id of its own', () => {
    const said: Said = { event: 'AddToCart', line, quantity: 1 };
    expect(trackedEvent(said).eventId).not.toBe(trackedEvent(said).eventId);
  });
});

describe('what is said waits for the shopper’s decision', () => {
  let heard: Said[] = [];
  beforeEach(() => {
    listenToTracking(() => {});
    listenToTracking(null);
    heard = [];
  });

  test('in order, and is told once', () => {
    trackViewContent(productAnswer({ id: '31' }), null);
    trackAddToCart(line, 2);
    listenToTracking((said) => heard.push(said));
    listenToTracking(null);
    listenToTracking((said) => heard.push(said));
    expect(heard.map(({ event }) => event)).toEqual(['ViewContent', 'AddToCart']);
  });

  test('the newest twenty of it', () => {
    for (let quantity = 1; quantity <= 30; quantity++) trackAddToCart(line, quantity);
    listenToTracking((said) => heard.push(said));
    expect(heard.map((said) => said.event === 'AddToCart' && said.quantity)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 11),
    );
  });

  test('the same product shown again with a newer price is not looked at twice', () => {
    listenToTracking((said) => heard.push(said));
    const [kaya, rice] = [productAnswer({ id: '41' }), productAnswer({ id: '42' })];
    for (const product of [kaya, { ...kaya, price: 700 }, rice, kaya]) trackViewContent(product, null);
    expect(heard.map((said) => said.event === 'ViewContent' && said.product.id)).toEqual(['41', '42', '41']);
  });
});
