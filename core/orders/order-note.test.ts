import { expect, test } from 'vitest';
import { noteText } from './order-note.ts';

test('words a reason of the shop in the reader’s language, and leaves staff’s words (docs/readings.md#36)', () => {
  const reason = { note: null, note_code: 'order_note.unpaid', note_params: { minutes: 30 } } as const;
  expect([noteText(reason, 'en'), noteText(reason, 'zh')]).toEqual(['Not paid within 30 minutes', '30 分钟内未付款']);
  const written = { note: 'As you wish', note_code: null, note_params: null };
  expect([noteText(written, 'zh'), noteText({ ...written, note: null }, 'en')]).toEqual(['As you wish', null]);
});
