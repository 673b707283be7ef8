import { expect, test } from 'vitest';
import { formatLineChange, type LineChange } from './line-change.ts';

test.each<[LineChange, string, string]>([
  [{ field: 'price', old: 590, new: 650 }, 'Price changed RM5.90 → RM6.50', '价格已变动 RM5.90 → RM6.50'],
  [{ field: 'stock', old: 5, new: 3 }, 'Only 3 left, quantity reduced', '仅剩 3 件，数量已调整'],
  [{ field: 'unavailable' }, 'No longer available', '已下架'],
])('describes a line’s change in both languages (docs/ux.md#rule-25)', (change, english, chinese) => {
  expect(formatLineChange(change, 'en')).toBe(english);
  expect(formatLineChange(change, 'zh')).toBe(chinese);
});
