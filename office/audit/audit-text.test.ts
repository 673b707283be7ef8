import { expect, test } from 'vitest';
import { findRecordPath, formatChange } from './audit-text.ts';

test.each([
  ['order DEM0M001', '/orders/DEM0M001'],
  ['refund 42 of order DEM0M001', '/orders/DEM0M001'],
  ['customer 0193-a', '/customers/0193-a'],
  ['run 0193-b', '/delivery/runs/0193-b'],
  ['product fresh-milk', '/audit/product/fresh-milk'],
  ['staff mei@example.com', '/audit/staff/mei%40example.com'],
  ['settlement 2026-01-01 to 2026-01-02', null],
])('%s leads to %s', (subject, path) => {
  expect(findRecordPath(subject)).toBe(path);
});

test('a change has its values before and after, without empty ones', () => {
  expect(formatChange({ before: { tags: ['a'], note: null }, after: { tags: [] } })).toBe('tags: ["a"] → tags: []');
  expect(formatChange({ before: null, after: { kind: 'payment' } })).toBe('kind: payment');
});
