import { expect, test } from 'vitest';
import { formatSlot } from '../dates.ts';
import { formatOrderNote } from './order-note.ts';

test('words a reason of the shop in the reader’s language, and leaves staff’s words (docs/readings.md#36)', () => {
  const unpaidNote = { note: null, note_code: 'order_note.unpaid', note_params: { minutes: 30 } } as const;
  expect([formatOrderNote(unpaidNote, 'en'), formatOrderNote(unpaidNote, 'zh')]).toEqual([
    'Not paid within 30 minutes',
    '30 分钟内未付款',
  ]);
  const staffNote = { note: 'As you wish', note_code: null, note_params: null };
  expect([formatOrderNote(staffNote, 'zh'), formatOrderNote({ ...staffNote, note: null }, 'en')]).toEqual([
    'As you wish',
    null,
  ]);
});

test('words a failed delivery with the new time, if there is one', () => {
  const slot = { starts_at: '2026-11-21T02:00:00.000Z', ends_at: '2026-11-21T04:00:00.000Z' };
  const movedNote = {
    note: null,
    note_code: 'order_note.delivery_moved',
    note_params: { reason: 'Gate closed', ...slot },
  } as const;
  expect([formatOrderNote(movedNote, 'en'), formatOrderNote(movedNote, 'zh')]).toEqual([
    `New delivery time: ${formatSlot(slot, 'en')}. Delivery failed: Gate closed`,
    '新的配送时间：11月21日 星期六 上午10点–中午12点。上次配送失败原因：Gate closed',
  ]);
  const retryNote = {
    note: null,
    note_code: 'order_note.delivery_again',
    note_params: { reason: 'Gate closed' },
  } as const;
  expect(formatOrderNote(retryNote, 'en')).toBe('We will deliver again. Delivery failed: Gate closed');
});
