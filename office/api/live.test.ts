import { expect, test } from 'vitest';
import { parseMessages } from './live.ts';

test('messages are read as they arrive, heartbeats and a half message left out', () => {
  const text = ':\n\nevent: orders\ndata: {"ids":["1"]}\n\n:\n\nevent: end\ndata: {"reason":"ser';
  const { messages, rest } = parseMessages(text);
  expect(messages).toEqual([{ event: 'orders', data: '{"ids":["1"]}' }]);
  expect(parseMessages(`${rest}ver"}\n\n`)).toEqual({
    messages: [{ event: 'end', data: '{"reason":"server"}' }],
    rest: '',
  });
});

test('lines of data are joined, and a message without a name is one', () => {
  expect(parseMessages('data: a\r\ndata: b\r\n\r\n').messages).toEqual([{ event: 'message', data: 'a\nb' }]);
});
