import { resolveDestination } from '@shop/core/notifications/open-notification';
import { expect, test } from 'vitest';
import { readPushData } from './push-data.ts';

const ID = '019aa0c0-0000-7000-8000-000000000001';
const EMPTY_DATA = { title: null, notification_id: null, action: null, action_data: null, action_url: null };

test('reads what the server sends (docs/partners.md#3 "Routing payload")', () => {
  const data = {
    notification_id: ID,
    title: 'Order 1 received',
    action: 'order-placed',
    action_data: '{"order_id":"7"}',
  };
  expect(readPushData({ ...data, 'google.sent_time': 1, from: '1234' })).toEqual({
    ...data,
    action_data: { order_id: '7' },
    action_url: null,
  });
});

test.each([
  [undefined],
  [null],
  ['text'],
  [[]],
  [{}],
  [{ notification_id: '../x', action: 7, action_data: '{', action_url: {} }],
  [{ action_data: 'null' }],
  [{ action_data: { order_id: '7' } }],
])('reads %j as nothing, which leads home (docs/readings.md#62)', (data) => {
  expect(readPushData(data)).toEqual({ ...EMPTY_DATA });
  expect(resolveDestination(readPushData(data), ['shop.example'])).toEqual({ open: 'inside', path: '/' });
});
