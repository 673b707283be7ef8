/** docs/partners.md#2: "resultCode 9000 success, 8000/6004 processing-unknown, 4000 failed, 6001 user cancelled, 6002 network, 99 closed". */
import type { HostCall } from '@shop/contract/payments';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { stubBrowser } from '../testing/browser-globals.ts';
import { createBridge } from './bridge.ts';
import type { HostApp } from './host-app.ts';
import { createPaymentSheet, type SheetState } from './payment-sheet.ts';
import { readTradeResult } from './trade-result.ts';

beforeEach(() => {
  stubBrowser();
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['9000', 'sent'],
  ['8000', 'sent'],
  ['6004', 'sent'],
  ['4000', 'failed'],
  ['6001', 'cancelled'],
  ['99', 'cancelled'],
  ['6002', 'offline'],
  ['', 'sent'],
  ['7777', 'sent'],
])('result code %j is %s', (code, outcome) => {
  expect(readTradeResult(code)).toBe(outcome);
});

type EndSheet = (resultCode: string) => void;

const TRADE_PAY: HostCall = { name: 'tradePay', parameters: { paymentUrl: 'https://tng.example/pay/1' } };

/** Opens the page of an attempt in an app whose sheets answer when `sheets[n]` is called. */
function openPage({
  my,
  call = TRADE_PAY,
  attempt = 'A1',
}: {
  my?: HostApp | null;
  call?: HostCall;
  attempt?: string;
} = {}) {
  const sheets: EndSheet[] = [];
  const urls: unknown[] = [];
  const states: SheetState[] = [];
  const app: HostApp = {
    tradePay: ({ paymentUrl, success }) => {
      urls.push(paymentUrl);
      sheets.push((resultCode) => success({ resultCode }));
    },
  };
  const bridge = my === null ? null : createBridge(my ?? app);
  const sheet = createPaymentSheet({
    attempt,
    call: () => call,
    connect: async () => bridge,
    show: (state) => states.push(state),
  });
  return { sheet, sheets, urls, states };
}

const flushPromises = () => new Promise((resolve) => setImmediate(resolve));

describe('the sheet', () => {
  test('opens once at a double tap, and shows its outcome', async () => {
    const { sheet, sheets, urls, states } = openPage();
    const opening = sheet.open();
    await sheet.open();
    await flushPromises();
    expect(urls).toEqual(['https://tng.example/pay/1']);
    expect(states).toEqual(['open']);
    sheets[0]?.('6001');
    await opening;
    expect(states).toEqual(['open', 'cancelled']);
  });

  test('opens again by a tap after it closed', async () => {
    const { sheet, sheets, states } = openPage();
    const first = sheet.open();
    await flushPromises();
    sheets[0]?.('6001');
    await first;
    const second = sheet.open();
    await flushPromises();
    sheets[1]?.('9000');
    await second;
    expect(states).toEqual(['open', 'cancelled', 'open', 'sent']);
  });

  test('a sheet without an answer leaves the page usable, and a late payment of it counts', async () => {
    const { sheet, sheets, states } = openPage();
    const first = sheet.open();
    await flushPromises();
    vi.advanceTimersByTime(3_000);
    const second = sheet.open();
    await flushPromises();
    expect(sheets).toHaveLength(2);
    sheets[1]?.('6001');
    await second;
    sheets[0]?.('9000');
    await first;
    expect(states).toEqual(['open', 'open', 'cancelled', 'sent']);
  });

  test('the outcome of a replaced sheet is ignored if it is no payment', async () => {
    const { sheet, sheets, states } = openPage();
    const first = sheet.open();
    await flushPromises();
    vi.advanceTimersByTime(3_000);
    const second = sheet.open();
    await flushPromises();
    sheets[0]?.('6001');
    await first;
    expect(states).toEqual(['open', 'open']);
    sheets[1]?.('8000');
    await second;
    expect(states).toEqual(['open', 'open', 'sent']);
  });

  test('Back and a reload do not open it again by themselves; another attempt opens its own', async () => {
    const first = openPage();
    expect(first.sheet.wasOpened()).toBe(false);
    void first.sheet.open();
    await flushPromises();
    expect(openPage().sheet.wasOpened()).toBe(true);
    expect(openPage({ attempt: 'A2' }).sheet.wasOpened()).toBe(false);
  });
});

test.each<[string, Parameters<typeof openPage>[0]]>([
  ['the page is opened outside the app', { my: null }],
  ['the app can open no sheet', { my: {} }],
  ['the shop calls another function', { call: { name: 'scan', parameters: TRADE_PAY.parameters } }],
  ['the shop gives no address', { call: { name: 'tradePay', parameters: {} } }],
])('%s', async (_, page) => {
  const { sheet, states } = openPage(page);
  await sheet.open();
  expect(states).toEqual(['open', 'outside']);
});

test.each([
  [{ error: 6002 }, 'offline'],
  [{ message: 'No idea' }, 'sent'],
])('a failed call %j', async (reason, outcome) => {
  const { sheet, states } = openPage({ my: { tradePay: ({ fail }) => fail(reason) } });
  await sheet.open();
  expect(states).toEqual(['open', outcome]);
});
