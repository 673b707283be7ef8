/** docs/partners.md#2: `my.getAuthCode`, `my.tradePay`, "page→host `my.postMessage(obj)`, host→page `my.onMessage = fn`". */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type BridgeError, createBridge, isConsentRefused } from './bridge.ts';
import type { HostApp } from './host-app.ts';

afterEach(() => vi.useRealTimers());

const catchError = (work: Promise<unknown>): Promise<BridgeError> =>
  work.then(
    () => Promise.reject(new Error('It did not fail')),
    (error: BridgeError) => error,
  );

describe('an app with functions', () => {
  test('getAuthCode', async () => {
    const calls: unknown[] = [];
    const bridge = createBridge({
      getAuthCode: ({ success, fail: _, ...call }) => {
        calls.push(call);
        success({ authCode: 'code-1', authSuccessScopes: ['auth_user'] });
      },
    });
    expect(await bridge.getAuthCode()).toBe('code-1');
    expect(calls).toEqual([{ scopes: ['auth_user'] }]);
  });

  test.each([['9000'], [6001]])('tradePay returns the result code %j as text', async (resultCode) => {
    const bridge = createBridge({
      tradePay: ({ paymentUrl, success }) => success({ resultCode, paymentUrl }),
    });
    expect(await bridge.tradePay('https://tng.example/pay/1')).toBe(String(resultCode));
  });

  test.each([
    ['code', { code: 11, message: 'User refused' }],
    ['error', { error: '11', errorMessage: 'User refused' }],
    ['resultCode', { resultCode: '11' }],
  ])('refused consent, with its code as %s', async (_, reason) => {
    const error = await catchError(createBridge({ getAuthCode: ({ fail }) => fail(reason) }).getAuthCode());
    expect([error.name, isConsentRefused(error)]).toEqual(['BridgeError', true]);
  });

  test.each([[undefined], ['no'], [{}], [{ authCode: '' }], [{ authCode: 7 }], [{ authCode: 'x'.repeat(501) }]])(
    'a strange answer %j is an error',
    async (value) => {
      const error = await catchError(createBridge({ getAuthCode: ({ success }) => success(value) }).getAuthCode());
      expect([error.name, error.code, isConsentRefused(error)]).toEqual(['BridgeError', null, false]);
    },
  );

  test('a failure without a reason', async () => {
    const error = await catchError(
      createBridge({ tradePay: ({ fail }) => fail(null) }).tradePay('https://tng.example/1'),
    );
    expect([error.name, error.code]).toEqual(['BridgeError', null]);
  });
});

/** Creates an app that offers no functions, only messages. */
function createMessageApp() {
  const messages: { id: string; call: string; parameters: unknown }[] = [];
  const my: HostApp = { postMessage: (message) => messages.push(message as (typeof messages)[number]) };
  const bridge = createBridge(my);
  return { bridge, messages, answer: (message: unknown) => my.onMessage?.(message) };
}

describe('an app with messages', () => {
  test('sends calls, and matches answers by their ids', async () => {
    const { bridge, messages, answer } = createMessageApp();
    const code = bridge.getAuthCode();
    const result = bridge.tradePay('https://tng.example/pay/1');
    expect(messages.map(({ call, parameters }) => [call, parameters])).toEqual([
      ['getAuthCode', { scopes: ['auth_user'] }],
      ['tradePay', { paymentUrl: 'https://tng.example/pay/1' }],
    ]);
    const [first, second] = messages;
    expect(first?.id).not.toBe(second?.id);
    answer({ id: second?.id, result: { resultCode: '8000' } });
    answer({ id: first?.id, result: { authCode: 'code-2' } });
    expect([await code, await result]).toEqual(['code-2', '8000']);
  });

  test('refused consent', async () => {
    const { bridge, messages, answer } = createMessageApp();
    const code = bridge.getAuthCode();
    answer({ id: messages[0]?.id, error: { code: 11, message: 'User refused' } });
    const error = await catchError(code);
    expect([isConsentRefused(error), error.message]).toEqual([true, 'User refused']);
  });

  test('ignores strange messages, foreign ids and repetitions', async () => {
    const { bridge, messages, answer } = createMessageApp();
    const result = bridge.tradePay('https://tng.example/pay/1');
    const id = messages[0]?.id ?? '';
    const strangeMessages = [
      undefined,
      null,
      'hello',
      7,
      [],
      {},
      { id },
      { id, result: '9000' },
      { id: 1, result: {} },
    ];
    for (const message of strangeMessages) answer(message);
    answer({ id: 'other', result: { resultCode: '9000' } });
    answer({ id, result: { resultCode: '6001' } });
    answer({ id, result: { resultCode: '9000' } });
    expect(await result).toBe('6001');
  });

  test('ids are unguessable', async () => {
    const { bridge, messages } = createMessageApp();
    for (let call = 0; call < 20; call += 1) void bridge.tradePay('https://tng.example/pay/1');
    expect(new Set(messages.map(({ id }) => id)).size).toBe(20);
    for (const { id } of messages) expect(id.length).toBeGreaterThan(20);
  });
});

test('an app that takes neither calls nor messages', async () => {
  const error = await catchError(createBridge({}).tradePay('https://tng.example/pay/1'));
  expect(error.code).toBe('unsupported');
});

test('the consent sheet is waited for 60 s, the payment sheet as long as it takes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { bridge, messages, answer } = createMessageApp();
  const code = catchError(bridge.getAuthCode());
  const result = bridge.tradePay('https://tng.example/pay/1');
  const onSettled = vi.fn();
  void code.then(onSettled);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(onSettled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await code).toMatchObject({ name: 'BridgeError', code: null });
  await vi.advanceTimersByTimeAsync(3_600_000);
  answer({ id: messages[1]?.id, result: { resultCode: '9000' } });
  expect(await result).toBe('9000');
});
