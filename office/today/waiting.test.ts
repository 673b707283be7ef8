/** Menu and tabs count the work that the user may decide, and none that only others may. */
import type { Today } from '@shop/contract/staff/staff-today';
import type { StaffRole } from '@shop/core/staff/roles';
import { expect, test } from 'vitest';
import { startSession } from '../api/session.ts';
import type { Text } from '../i18n/text.ts';
import { buildApprovalsAddress, listWaiting } from './waiting.ts';

const list = { endpoint: 'staff.approvals', query: { search: 'kind:price_change', to_approve: '1' } };
const createCount = (count: number) => ({ count, list });
const day = {
  orders: { late: createCount(3), to_pick: createCount(9), packed: createCount(0) },
  cancellations: createCount(2),
  refunds: createCount(4),
  approvals: [
    { kind: 'price_change', ...createCount(1) },
    { kind: 'wallet_adjustment', ...createCount(5) },
  ],
  stock: { negative: createCount(6) },
} as unknown as Today;

const t = ((key: string) => key) as Text;

const signIn = (role: StaffRole): void =>
  startSession({ token: '', staff: { id: '', email: `${role}@shop.example`, roles: [role] }, mustEnroll: false });

function countWaiting(role: StaffRole, today: Today = day): Record<string, number> {
  signIn(role);
  return Object.fromEntries(listWaiting(today, t).map(({ page, count }) => [page, count]));
}

test.each([
  ['owner', { '/money': 4, '/money/cancellations': 2, '/money/approvals': 5, '/stock/approvals': 1 }],
  ['support', { '/money/cancellations': 2 }],
] as const)('%s sees what waits, of money only what the role decides', (role, money) => {
  const approvals = role === 'support' ? null : day.approvals;
  const numbers = { '/orders': 3, '/picking': 9, '/today/stock': 6 };
  expect(countWaiting(role, { ...day, approvals })).toEqual({ ...numbers, ...money });
});

test('a part that the day leaves out counts nothing', () => {
  expect(countWaiting('catalog', { ...day, orders: null, cancellations: null, refunds: null, stock: null })).toEqual({
    '/stock/approvals': 1,
    '/money/approvals': 5,
  });
});

test('changes of prices are approved with the stock by those who change prices, by finance with the money', () => {
  const filterOf = (address: string) => JSON.parse(new URLSearchParams(address.split('?')[1]).get('filter') ?? '');
  signIn('catalog');
  const stockAddress = buildApprovalsAddress('price_change', list);
  expect(stockAddress).toMatch(/^\/stock\/approvals\?/);
  expect(filterOf(stockAddress)).toEqual({ to_approve: true });
  signIn('finance');
  const moneyAddress = buildApprovalsAddress('price_change', list);
  expect(moneyAddress).toMatch(/^\/money\/approvals\?/);
  expect(filterOf(moneyAddress)).toEqual({ kind: 'price_change', to_approve: true });
});
