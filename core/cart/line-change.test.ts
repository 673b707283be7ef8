import { expect, test } from 'vitest';
import { formatLineChange, type ReportedChange } from './line-change.ts';

test.each<[ReportedChange, string, string]>([
  [{ field: 'price', old: 590, new: 650 }, 'Price changed RM5.90 → RM6.50', '价格已变动 RM5.90 → RM6.50'],
  [{ field: 'stock', old: 5, new: 3 }, 'Only 3 left, quantity reduced', '仅剩 3 件，数量已调整'],
  [{ field: 'unavailable' }, 'No longer available', '已下架'],
  [
    { field: 'slot', starts_at: new Date('2027-01-30T08:00:00Z'), ends_at: new Date('2027-01-30T10:00:00Z') },
    'The delivery slot Sat, 30 Jan, 4:00\u00a0pm – 6:00\u00a0pm is no longer available',
    '配送时段 1月30日 星期六 下午4–6点 已不可选',
  ],
])('describes a line’s change in both languages (docs/ux.md#rule-25)', (change, english, chinese) => {
  expect(formatLineChange(change, 'en')).toBe(english);
  expect(formatLineChange(change, 'zh')).toBe(chinese);
});
