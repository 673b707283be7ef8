import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addUse, countSlotUse, hasRoom, subtractUse } from './slot-capacity.ts';

const makeLine = (quantity: number, bulky = false, checkout = true) => ({ quantity, bulky, checkout });

test('counts the items of the lines selected for checkout, and the bulky ones of them', () => {
  const lines = [makeLine(3), makeLine(2, true), makeLine(9, true, false)];
  expect(countSlotUse(lines)).toEqual({ orders: 1, items: 5, bulky: 2 });
});

test.each([
  ['the last place', { orders: 2, items: null, bulky: null }, true],
  ['no place', { orders: 1, items: null, bulky: null }, false],
  ['the last items', { orders: 9, items: 15, bulky: null }, true],
  ['one item too many', { orders: 9, items: 14, bulky: null }, false],
  ['the last bulky items', { orders: 9, items: null, bulky: 3 }, true],
  ['one bulky item too many', { orders: 9, items: null, bulky: 2 }, false],
])('an order of 5 items, 2 of them bulky, in a slot with 1 order of 10 items: %s', (_, capacity, expected) => {
  expect(hasRoom(capacity, { orders: 1, items: 10, bulky: 1 }, { orders: 1, items: 5, bulky: 2 })).toBe(expected);
});

test('an order without bulky items fits where those are full', () => {
  const use = { orders: 1, items: 10, bulky: 4 };
  expect(hasRoom({ orders: 9, items: null, bulky: 3 }, use, { orders: 1, items: 5, bulky: 0 })).toBe(true);
});

const uses = fc.record({ orders: fc.constant(1), items: fc.nat(50), bulky: fc.nat(10) });
const limits = fc.record({
  orders: fc.nat(20),
  items: fc.option(fc.nat(300)),
  bulky: fc.option(fc.nat(40)),
});

test('orders taken while there is room never exceed a limit, and giving all back leaves nothing', () => {
  fc.assert(
    fc.property(limits, fc.array(uses, { maxLength: 30 }), (capacity, orders) => {
      let use = { orders: 0, items: 0, bulky: 0 };
      const acceptedOrders = orders.filter((order) => {
        const hasSpace = hasRoom(capacity, use, order);
        if (hasSpace) use = addUse(use, order);
        return hasSpace;
      });
      expect(use.orders).toBeLessThanOrEqual(capacity.orders);
      expect(use.items).toBeLessThanOrEqual(capacity.items ?? Number.POSITIVE_INFINITY);
      expect(use.bulky).toBeLessThanOrEqual(capacity.bulky ?? Number.POSITIVE_INFINITY);
      expect(acceptedOrders.reduce(subtractUse, use)).toEqual({ orders: 0, items: 0, bulky: 0 });
    }),
  );
});
