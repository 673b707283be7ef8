/** Refunds of whole orders and of parts of them (docs/readings.md#56). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRefusal } from '../refusal.ts';
import {
  type Payments,
  planRefund,
  planShort,
  type RefundableOrder,
  type RefundRequest,
  sumGoods,
} from './order-refund.ts';

const LINES = [
  { position: 0, quantity: 3, paid: 1_000, refunded: 0 },
  { position: 1, quantity: 1, paid: 500, refunded: 0 },
];
/** RM15.00 of goods and RM5.00 of fees: RM12.00 in money, RM6.00 in coins, RM2.00 in points. */
const ORDER: RefundableOrder = { lines: LINES, left: { money: 1_200, coins: 600, points: 200, owed: 0 }, goods: 0 };

describe('a refund of', () => {
  test.each<[string, RefundRequest, object]>([
    ['the whole order', { of: 'whole_order' }, { parts: { money: 1_200, coins: 600, points: 200 }, goods: 1_500 }],
    ['one unit of three', { of: 'items', items: [{ position: 0, quantity: 1 }] }, { parts: { money: 333 } }],
    ['the last two units', { of: 'items', items: [{ position: 0, quantity: 2 }] }, { goods: 666, isLast: false }],
    ['more than the money', { of: 'goodwill', amount: 1_500 }, { parts: { money: 1_200, coins: 300, points: 0 } }],
    ['goodwill takes no goods back', { of: 'goodwill', amount: 100 }, { goods: 0, items: [] }],
    ['all as goodwill takes all goods back', { of: 'goodwill', amount: 2_000 }, { goods: 1_500, isLast: true }],
  ])('%s', (_, request, expected) => expect(planRefund(ORDER, request)).toMatchObject(expected));

  test('items is worth at most what is left', () => {
    const order = { ...ORDER, left: { money: 400, coins: 0, points: 0, owed: 0 } };
    const items = [{ position: 1, quantity: 1 }];
    expect(planRefund(order, { of: 'items', items })).toMatchObject({ parts: { money: 400 }, isLast: true });
  });

  test.each<[string, RefundRequest, object]>([
    [
      'takes the money of a failed refund last',
      { of: 'goodwill', amount: 1_900 },
      { money: 1_100, coins: 600, points: 200 },
    ],
    ['leaves it to be requested again', { of: 'goodwill', amount: 1_000 }, { money: 200, coins: 600, points: 200 }],
    ['takes all of it with the whole order', { of: 'whole_order' }, { money: 1_200, coins: 600, points: 200 }],
  ])('%s, and is the last once nothing else is left', (_, request, parts) => {
    const order = { ...ORDER, left: { money: 200, coins: 600, points: 200, owed: 1_000 } };
    expect(planRefund(order, request)).toMatchObject({ parts, isLast: true, goods: 1_500 });
  });

  test.each<[string, RefundRequest, string]>([
    ['more units than are left', { of: 'items', items: [{ position: 1, quantity: 2 }] }, 'refund.items'],
    ['an unknown line', { of: 'items', items: [{ position: 7, quantity: 1 }] }, 'refund.items'],
    ['one sen more than is left', { of: 'goodwill', amount: 2_001 }, 'refund.too_much'],
    ['nothing', { of: 'goodwill', amount: 0 }, 'refund.nothing'],
  ])('%s is refused', (_, request, code) => expect(planRefund(ORDER, request)).toMatchObject({ code }));
});

describe('units whose vouchers were used (docs/readings.md#22)', () => {
  /** Of three vouchers for RM10.00, two were used; RM5.00 of fees. */
  const lines = [{ position: 0, quantity: 3, paid: 1_000, refunded: 0, used: 2 }];
  const order = { lines, left: { money: 1_500, coins: 0, points: 0, owed: 0 }, goods: 0 };
  const items = (quantity: number) => ({ of: 'items' as const, items: [{ position: 0, quantity }] });

  test('are not refunded as items', () => {
    expect(planRefund(order, items(2))).toMatchObject({ code: 'refund.items' });
    expect(planRefund(order, items(1))).toMatchObject({ parts: { money: 333 }, goods: 333, isLast: false });
  });

  test('stay out of the refund of the whole order, to the sen', () => {
    const whole = { items: [{ position: 0, quantity: 1 }], parts: { money: 833 }, goods: 333, isLast: false };
    expect(planRefund(order, { of: 'whole_order' })).toMatchObject(whole);
    const rest = { lines: lines.map((line) => ({ ...line, refunded: 1 })) };
    const left = { money: 1_167, coins: 0, points: 0, owed: 0 };
    expect(planRefund({ ...rest, left, goods: 333 }, { of: 'whole_order' })).toMatchObject({
      ...{ items: [], parts: { money: 500 }, goods: 0 },
    });
    expect(planRefund({ ...rest, left: { ...left, money: 667 }, goods: 333 }, { of: 'whole_order' })).toMatchObject({
      code: 'refund.nothing',
    });
  });

  test('are not taken off either where failed refunds owe more than their price', () => {
    const left = { money: 500, coins: 0, points: 0, owed: 1_000 };
    const whole = { items: [{ position: 0, quantity: 1 }], parts: { money: 833 }, goods: 333, isLast: false };
    expect(planRefund({ ...order, left }, { of: 'whole_order' })).toMatchObject(whole);
  });
});

test('any sequence of refunds up to the whole order, with failures: each part is refunded exactly once, and all goods are counted', () => {
  const anyLine = fc.record({ quantity: fc.integer({ min: 1, max: 9 }), paid: fc.integer({ min: 0, max: 9_999 }) });
  const sen = fc.integer({ min: 0, max: 9_999 });
  const anyRequests = fc.array(
    fc.oneof(
      fc.record({ of: fc.constant('goodwill' as const), amount: sen }),
      fc.constant({ of: 'failure' as const }),
      fc.record({
        of: fc.constant('items' as const),
        at: fc.nat({ max: 4 }),
        quantity: fc.integer({ min: 1, max: 4 }),
      }),
    ),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(
      fc.array(anyLine, { minLength: 1, maxLength: 5 }),
      sen,
      sen,
      anyRequests,
      (drawnLines, coins, fees, requests) => {
        const lines = drawnLines.map((each, position) => ({ ...each, position, refunded: 0 }));
        const paid: Payments = { money: sumGoods(lines) + fees, coins, points: 7 };
        const remainder = { ...paid, owed: 0 };
        let lastMoney = 0;
        const refundSum = { money: 0, coins: 0, points: 0, goods: 0 };
        const refund = (request: RefundRequest) => {
          const plan = planRefund({ lines, left: remainder, goods: refundSum.goods }, request);
          if (isRefusal(plan)) return;
          for (const part of ['money', 'coins', 'points'] as const) {
            remainder[part] -= plan.parts[part];
            refundSum[part] += plan.parts[part];
          }
          remainder.owed += Math.min(0, remainder.money);
          remainder.money = Math.max(0, remainder.money);
          expect(Math.min(...Object.values(remainder))).toBeGreaterThanOrEqual(0);
          lastMoney = plan.parts.money;
          refundSum.goods += plan.goods;
          for (const { position, quantity } of plan.items) {
            const line = lines[position];
            if (line !== undefined) line.refunded += quantity;
          }
        };
        for (const each of requests) {
          if (each.of === 'failure') {
            remainder.owed += lastMoney;
            refundSum.money -= lastMoney;
            lastMoney = 0;
            continue;
          }
          refund(each.of === 'items' ? { of: 'items', items: [{ position: each.at, quantity: each.quantity }] } : each);
        }
        refund({ of: 'whole_order' });
        expect(refundSum).toEqual({ ...paid, goods: sumGoods(lines) });
        for (const { quantity, refunded } of lines) expect(refunded).toBeLessThanOrEqual(quantity);
      },
    ),
  );
});

describe('short units (docs/readings.md#95)', () => {
  const planUnits = (units: Partial<Parameters<typeof planShort>[1]>, collectable: number | null = null) =>
    planShort(ORDER, { position: 0, missing: 0, replaced: 0, replacementPrice: 0, ...units }, collectable);

  test.each<[string, Parameters<typeof planUnits>, object]>([
    ['give back their share in money first', [{ missing: 1 }], { refund: { goods: 333, parts: { money: 333 } } }],
    [
      'that are replaced by cheaper goods give the difference back',
      [{ replaced: 1, replacementPrice: 300 }],
      { charged: 300, refund: { goods: 33 } },
    ],
    [
      'that are replaced by dearer goods cost as ordered',
      [{ replaced: 1, replacementPrice: 900 }],
      { charged: 333, refund: { goods: 0 } },
    ],
    [
      'are not collected',
      [{ missing: 2 }, 800],
      { uncollected: 666, refund: { parts: { money: 0, coins: 0, points: 0 } } },
    ],
    [
      'go back as coins, then points, once the driver collects nothing',
      [{ missing: 3 }, 300],
      { uncollected: 300, refund: { goods: 1_000, parts: { money: 0, coins: 600, points: 100 } } },
    ],
  ])('%s', (_, [units, collectable], expected) => expect(planUnits(units, collectable)).toMatchObject(expected));

  test('more units than the line has are refused', () =>
    expect(planUnits({ missing: 2, replaced: 2 })).toMatchObject({ code: 'refund.items' }));

  test('a refund of items afterwards returns what was delivered, to the sen', () => {
    const lines = [{ ...LINES[0], short: { quantity: 1, value: 333 } }, LINES[1]] as RefundableOrder['lines'];
    const order = { lines, left: { money: 867, coins: 600, points: 200, owed: 0 }, goods: 333 };
    const items = (quantity: number): RefundRequest => ({ of: 'items', items: [{ position: 0, quantity }] });
    expect(planRefund(order, items(2))).toMatchObject({ goods: 667 });
    expect(planRefund(order, items(3))).toMatchObject({ code: 'refund.items' });
  });

  test('every line decided in any way: never negative, never above the ordered price, and exact in sum', () => {
    const anyLine = fc.record({
      quantity: fc.integer({ min: 1, max: 9 }),
      paid: fc.integer({ min: 0, max: 9_999 }),
      gone: fc.nat({ max: 9 }),
      replaced: fc.nat({ max: 9 }),
      replacementPrice: fc.nat({ max: 20_000 }),
    });
    const fees = fc.nat({ max: 2_000 });
    const split = fc.record({ coins: fc.nat({ max: 9_999 }), points: fc.nat({ max: 9_999 }), isCash: fc.boolean() });
    fc.assert(
      fc.property(
        fc.array(anyLine, { minLength: 1, maxLength: 6 }),
        fees,
        split,
        (drawnLines, fee, { isCash, ...wallet }) => {
          const due = drawnLines.reduce((sum, { paid }) => sum + paid, fee);
          const coins = Math.min(wallet.coins, due);
          const points = Math.min(wallet.points, due - coins);
          const money = due - coins - points;
          let collectable = isCash ? money : null;
          let order: RefundableOrder = {
            lines: drawnLines.map(({ quantity, paid }, position) => ({ position, quantity, paid, refunded: 0 })),
            left: { money: isCash ? 0 : money, coins, points, owed: 0 },
            goods: 0,
          };
          let goodsSum = 0;
          for (const [position, { quantity, paid, gone, replaced, replacementPrice }] of drawnLines.entries()) {
            const shortUnits = Math.min(gone, quantity);
            const replacedUnits = Math.min(replaced, shortUnits);
            const plan = planShort(
              order,
              { position, missing: shortUnits - replacedUnits, replaced: replacedUnits, replacementPrice },
              collectable,
            );
            if (isRefusal(plan)) throw new Error(plan.code);
            const { parts, goods } = plan.refund;
            expect(
              Math.min(goods, plan.charged, plan.uncollected, parts.money, parts.coins, parts.points),
            ).toBeGreaterThanOrEqual(0);
            expect(goods).toBeLessThanOrEqual(paid);
            expect(plan.charged).toBeLessThanOrEqual(Math.ceil((paid * replacedUnits) / quantity));
            if (replacedUnits === 0)
              expect(Math.abs(paid - goods - (paid * (quantity - shortUnits)) / quantity)).toBeLessThan(1);
            expect(parts.money + parts.coins + parts.points + plan.uncollected).toBe(goods);
            goodsSum += goods;
            collectable = collectable === null ? null : collectable - plan.uncollected;
            order = {
              lines: order.lines.map((each) =>
                each.position === position
                  ? { ...each, short: { quantity: shortUnits - replacedUnits, value: goods } }
                  : each,
              ),
              left: {
                money: order.left.money - parts.money,
                coins: order.left.coins - parts.coins,
                points: order.left.points - parts.points,
                owed: 0,
              },
              goods: order.goods + goods,
            };
          }
          // The rest is the price of the delivered goods, plus the fees.
          const rest = order.left.money + (collectable ?? 0) + order.left.coins + order.left.points;
          expect(rest).toBe(due - goodsSum);
        },
      ),
    );
  });
});
