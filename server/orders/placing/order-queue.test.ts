import { expect, onTestFinished, test, vi } from 'vitest';
import { Refused } from '../../refuse.ts';
import { createOrderQueue } from './order-queue.ts';

test('four orders are placed at once, the others in the order of their arrival', async () => {
  const queueOrder = createOrderQueue();
  const startedOrders: number[] = [];
  const finish: (() => void)[] = [];
  const orders = Array.from({ length: 6 }, (_, order) =>
    queueOrder(() => {
      startedOrders.push(order);
      return new Promise<void>((resolve) => finish.push(resolve));
    }),
  );
  expect(startedOrders).toEqual([0, 1, 2, 3]);
  finish[2]?.();
  await orders[2];
  expect(startedOrders).toEqual([0, 1, 2, 3, 4]);
  for (const each of finish) each();
  await orders[4];
  finish.at(-1)?.();
  await Promise.all(orders);
  expect(startedOrders).toEqual([0, 1, 2, 3, 4, 5]);
});

test('an order that fails leaves its place in the queue to the next one', async () => {
  const queueOrder = createOrderQueue();
  const orders = Array.from({ length: 5 }, (_, order) => queueOrder(() => Promise.reject(new Error(`order ${order}`))));
  const outcomes = await Promise.allSettled(orders);
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.message)).toEqual(
    [0, 1, 2, 3, 4].map((order) => `order ${order}`),
  );
});

test('an order behind 2,000 waiting ones is refused with a Retry-After', async () => {
  const queueOrder = createOrderQueue();
  let end = () => {};
  const gate = new Promise<void>((resolve) => {
    end = resolve;
  });
  const orders = Array.from({ length: 2_004 }, () => queueOrder(() => gate));
  const refusal = await queueOrder(() => gate).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refused);
  expect(refusal).toMatchObject({ refusal: { code: 'checkout.busy' }, retryAfter: 2 });
  end();
  await Promise.all(orders);
});

test('an order that waited for more than 20 s is refused at its turn, and the next one is placed', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const queueOrder = createOrderQueue();
  const finish: (() => void)[] = [];
  const placing = Array.from({ length: 4 }, () =>
    queueOrder(() => new Promise<void>((resolve) => finish.push(resolve))),
  );
  const late = queueOrder(() => Promise.resolve('late')).catch((error: unknown) => error);
  vi.advanceTimersByTime(10_001);
  const next = queueOrder(() => Promise.resolve('next'));
  vi.advanceTimersByTime(10_000);
  finish[0]?.();
  expect(await late).toMatchObject({ refusal: { code: 'checkout.busy' }, retryAfter: 2 });
  expect(await next).toBe('next');
  for (const each of finish) each();
  await Promise.all(placing);
});
