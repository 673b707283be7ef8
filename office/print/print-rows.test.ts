/** docs/office.md: how short lines, replaced lines and bags are printed. */
import { expect, test } from 'vitest';
import { countDelivered } from '../orders/order-text.ts';
import { listBags } from './label-bags.ts';
import { listPickRows } from './pick-rows.ts';
import { listSlipRows } from './slip-rows.ts';

const NO_PICTURE = { image: { thumbnail: '', original: '' }, stage: 'pantry' } as const;

const item = (line: string, changes: object = {}) => ({
  line,
  id: line,
  variation_option_id: null,
  name: `Item ${line}`,
  variant: null,
  quantity: 3,
  picked: null,
  quantity_delivered: 3,
  replaced_by: null,
  final_price: 2_00,
  price_total: 6_00,
  undelivered: 0,
  sku: null,
  barcode: null,
  shelf: null,
  category_path: ['Pantry'],
  ...changes,
});

const replacement = { id: '9', variation_option_id: null, slug: 'oats', name: 'Oats', variant: '1 kg', quantity: 1 };
const lines = [
  item('1'),
  item('2', { quantity_delivered: 1, undelivered: 4_00 }),
  item('3', { quantity_delivered: 0, replaced_by: { ...replacement, ...NO_PICTURE }, undelivered: 1_00 }),
];

test('a packing slip has the units in the bags, and replacements below what they replace', () => {
  const rows = listSlipRows(lines).map(({ quantity, name, ordered, replaces }) => [quantity, name, ordered, replaces]);
  expect(rows).toEqual([
    [3, 'Item 1', null, null],
    [1, 'Item 2', 3, null],
    [0, 'Item 3', 3, null],
    [1, 'Oats, 1 kg', null, 'Item 3'],
  ]);
});

test('a label counts the units in the bags', () => {
  expect(countDelivered({ items: lines as never })).toBe(5);
});

test('an order has a label for each counted bag, and one before', () => {
  const picking = (bags: object | null) => ({ picking: bags === null ? null : { bags } }) as never;
  expect(listBags(picking({ ambient: 2, frozen: 1 }))).toEqual(['ambient', 'ambient', 'frozen']);
  expect(listBags(picking({}))).toEqual([null]);
  expect(listBags(picking(null))).toEqual([null]);
});

test('a pick list goes from shelf to shelf, in the order of their numbers, and sums the orders', () => {
  const orders = [
    { order_number: 'A', items: [item('1', { shelf: 'A10' }), item('2', { shelf: 'A2' })] },
    { order_number: 'B', items: [item('1', { shelf: 'A10', quantity_delivered: 2 })] },
  ];
  expect(listPickRows(orders)).toMatchObject([
    { name: 'Item 2', place: 'A2', quantity: 3 },
    {
      name: 'Item 1',
      place: 'A10',
      quantity: 5,
      orders: [
        { number: 'A', quantity: 3 },
        { number: 'B', quantity: 2 },
      ],
    },
  ]);
});
