import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkOpenOrders, type OpenOrderLimits, type OpenOrders } from './open-order-limits.ts';

const LIMITS: OpenOrderLimits = {
  unproven: { orders: 3, value: 500_00 },
  network: { orders: 100, value: 20_000_00 },
  proven: { orders: 10, value: 3_000_00 },
  customer: { orders: 20, value: 10_000_00 },
};

const NOTHING = { orders: 0, value: 0 };
const makeOpenOrders = (parts: Partial<OpenOrders>): OpenOrders => ({
  ...{ phone: NOTHING, email: NOTHING, address: NOTHING, network: NOTHING, customer: NOTHING },
  ...parts,
});
const check = (parts: Partial<OpenOrders>, total: number, orderer: Parameters<typeof checkOpenOrders>[2]) =>
  checkOpenOrders(makeOpenOrders(parts), total, orderer, LIMITS)?.code ?? null;

const PROVE = 'checkout.prove_phone';
const FULL = 'checkout.open_orders';

test.each<[string, Partial<OpenOrders>, number, 'customer' | 'proven' | 'unproven', string | null]>([
  ['a first order', {}, 50_00, 'unproven', null],
  ['a first order of the highest value', {}, 500_00, 'unproven', null],
  ['a first order above the value', {}, 500_05, 'unproven', PROVE],
  ['a third order of a phone', { phone: { orders: 2, value: 100_00 } }, 50_00, 'unproven', null],
  ['a fourth order of a phone', { phone: { orders: 3, value: 30_00 } }, 10_00, 'unproven', PROVE],
  ['a fourth order of an email', { email: { orders: 3, value: 30_00 } }, 10_00, 'unproven', PROVE],
  ['a fourth order to an address', { address: { orders: 3, value: 30_00 } }, 10_00, 'unproven', PROVE],
  ['values that add up', { address: { orders: 1, value: 460_00 } }, 50_00, 'unproven', PROVE],
  ['the hundredth order of a network', { network: { orders: 99, value: 5_000_00 } }, 50_00, 'unproven', null],
  ['one more of a network', { network: { orders: 100, value: 5_000_00 } }, 50_00, 'unproven', PROVE],
  ['one more of a network, proven', { network: { orders: 100, value: 5_000_00 } }, 50_00, 'proven', null],
  ['a fourth order of a proven phone', { phone: { orders: 3, value: 30_00 } }, 600_00, 'proven', null],
  ['an eleventh order of a proven phone', { phone: { orders: 10, value: 30_00 } }, 10_00, 'proven', FULL],
  ['a value that no proof allows', {}, 3_000_05, 'unproven', FULL],
  [
    'a customer’s eleventh order',
    { phone: { orders: 10, value: 0 }, customer: { orders: 10, value: 0 } },
    10_00,
    'customer',
    null,
  ],
  ['a customer whose email others used', { email: { orders: 10, value: 0 } }, 10_00, 'customer', null],
  ['a customer’s twenty-first order', { customer: { orders: 20, value: 0 } }, 10_00, 'customer', FULL],
])('%s', (_, parts, total, orderer, code) => expect(check(parts, total, orderer)).toBe(code));

test('a proof never makes an order harder to place', () => {
  const volume = fc.record({ orders: fc.nat(30), value: fc.nat(2_000_000) });
  const anyOrders = fc.record({ phone: volume, email: volume, address: volume, network: volume, customer: volume });
  fc.assert(
    fc.property(anyOrders, fc.nat(1_000_000), (parts, total) => {
      if (check(parts, total, 'unproven') === null) expect(check(parts, total, 'proven')).toBeNull();
    }),
  );
});
