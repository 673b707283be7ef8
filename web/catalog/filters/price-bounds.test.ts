import { describe, expect, it } from 'vitest';
import { en } from '../../i18n/en/bundles/all.ts';
import { createT } from '../../i18n/MessagesProvider.tsx';
import { formatPriceBounds, parsePriceBounds } from './price-bounds.ts';

describe('readPrice', () => {
  it.each([
    ['', '', { min_price: '', max_price: '' }],
    ['2.50', '', { min_price: '2.50', max_price: '' }],
    [' RM 5 ', '12,90', { min_price: '5', max_price: '12.90' }],
    ['20', '5', { min_price: '5', max_price: '20' }],
    ['3.', '', { min_price: '3', max_price: '' }],
  ])('%j and %j', (from, to, bounds) => expect(parsePriceBounds(from, to)).toEqual(bounds));

  it.each([
    ['abc', ''],
    ['-5', ''],
    ['', '1.234'],
    ['1e3', ''],
  ])('%j and %j are not a price', (from, to) => expect(parsePriceBounds(from, to)).toBeNull());
});

it('formatPriceBounds formats a range', () => {
  const t = createT('en', en);
  expect(formatPriceBounds({ min_price: '5', max_price: '12.9' }, t)).toBe('RM5.00 to RM12.90');
  expect(formatPriceBounds({ min_price: '5', max_price: '' }, t)).toBe('From RM5.00');
  expect(formatPriceBounds({ min_price: '', max_price: '12.90' }, t)).toBe('Up to RM12.90');
});
