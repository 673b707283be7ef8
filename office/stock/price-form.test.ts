import { expect, test } from 'vitest';
import { buildPriceBody, buildUndoBody, NO_EDITS, type Prices } from './price-form.ts';

const SALE = { sale_price: 4_00, starts_at: '2026-01-01T00:00:00.000Z', ends_at: null, is_deal: false };
const SHOP: Prices = {
  ...{ id: '7', slug: 'kaya', name: 'Kaya', version: 'v1', waiting: [] },
  goods: [
    { variation_option_id: '1', title: 'Small', sku: null, price: 5_00, sales: [SALE] },
    { variation_option_id: '2', title: 'Big', sku: null, price: 9_00, sales: [] },
  ],
  group_prices: [
    { group: 'gold', group_price: null },
    { group: 'silver', group_price: 4_50 },
  ],
};

test('undo sends what was changed as it was before, with the version after the change', () => {
  const sale = { key: 'new', price: '8.00', starts: '', ends: '', isDeal: true, origin: null };
  const edits = { prices: { '1': '6.00' }, sales: { '1': [], '2': [sale] }, groups: { gold: '4.00', silver: '' } };
  const body = buildPriceBody(SHOP, edits, 'Supplier');
  if (body === null) throw new Error('Nothing was changed');
  expect(buildUndoBody(SHOP, body, { version: 'v2', reason: 'Undone' })).toEqual({
    version: 'v2',
    reason: 'Undone',
    goods: [
      { variation_option_id: '1', price: '5.00', sales: [{ ...SALE, sale_price: '4.00' }] },
      { variation_option_id: '2', sales: [] },
    ],
    group_prices: [
      { group: 'gold', group_price: null },
      { group: 'silver', group_price: '4.50' },
    ],
  });
});

test('what was not changed is left out of the request, and nothing is sent without a change', () => {
  const body = buildPriceBody(SHOP, { ...NO_EDITS, prices: { '2': '9.50', '1': '5.00' } }, 'Supplier');
  expect(body).toMatchObject({ goods: [{ variation_option_id: '2', price: '9.50' }], group_prices: [] });
  expect(buildPriceBody(SHOP, { ...NO_EDITS, prices: { '1': '5.00' } }, 'Supplier')).toBeNull();
});
