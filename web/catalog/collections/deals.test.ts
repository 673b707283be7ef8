import { describe, expect, it } from 'vitest';
import { productRow } from '../../testing/api-responses.ts';
import { chooseColumns, groupDealsByEnd, listComingDeals, listEndedDeals, withNormalPrice } from './deals.ts';

const EIGHT = '2026-01-31T12:00:00.000Z';
const TEN = '2026-01-31T14:00:00.000Z';
const deal = (id: string, sale_ends_at: string | null) =>
  productRow({ id, sale_ends_at: sale_ends_at === null ? null : new Date(sale_ends_at) });

it('groups deals by their end, in the order of the list', () => {
  const groups = groupDealsByEnd([deal('1', EIGHT), deal('2', EIGHT), deal('3', TEN), deal('4', null)]);
  expect(groups.map(([end, deals]) => [end, deals.map(({ id }) => id)])).toEqual([
    [EIGHT, ['1', '2']],
    [TEN, ['3']],
    ['', ['4']],
  ]);
});

describe('docs/ux.md#5 "ended deal flips to normal price inline"', () => {
  const earlierDeals = [deal('1', EIGHT), deal('2', EIGHT), deal('3', TEN)];
  it('a deal has ended if it is not listed any more and its end has passed', () => {
    const endedDeals = listEndedDeals(earlierDeals, [deal('2', TEN)], Date.parse(EIGHT));
    expect(endedDeals.map(({ id }) => id)).toEqual(['1']);
  });
  it('shows the regular price', () => {
    expect(withNormalPrice(deal('1', EIGHT))).toMatchObject({
      price: 650,
      sale_price: null,
      sale_ends_at: null,
      discount_percent: null,
    });
  });
  it('stays visible until it is a deal again', () => {
    const endedDeals = [withNormalPrice(deal('1', EIGHT))];
    expect(listEndedDeals(endedDeals, [], Date.parse(TEN))).toHaveLength(1);
    expect(listEndedDeals(endedDeals, [deal('1', TEN)], Date.parse(TEN))).toEqual([]);
  });
});

it('a product with a running deal is not listed again as coming', () => {
  const next = ['1', '2', '3'].map((id) => ({
    product: deal(id, null),
    deal_price: 400,
    starts_at: new Date(EIGHT),
    ends_at: null,
  }));
  expect(listComingDeals(next, [deal('2', TEN)]).map(({ product }) => product.id)).toEqual(['1', '3']);
});

it.each([
  [3, 4],
  [4, 4],
  [5, 5],
  [8, 4],
  [10, 5],
  [20, 5],
])('%d cards are in %d columns', (count, columns) => {
  expect(chooseColumns(count)).toBe(columns);
});
