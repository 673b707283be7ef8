/**
 * Measures checkouts at twice the capacity: whether those whose first step is admitted finish. The carts are filled
 * before, so that only checkouts are offered.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { LONGEST_ORDER_WAIT_MS, ORDER_RETRY_AFTER_S } from '../server/orders/placing/order-queue.ts';
import { beginVisit, sendStep, type VisitStep } from './checkout.ts';
import { onClone } from './databases.ts';
import { type RawResponse, runLoad } from './load.ts';
import { startShop } from './processes.ts';
import { makeLimitRow, makePlainRow, percentile, type ReportRow, reportProgress } from './report.ts';
import { checkOut, listWantedLines, TRUST_PROXY } from './shoppers.ts';

const SHOP_PORT = 3595;
const PRODUCT_COUNT = 1_000;
/** Calls of a visit before its checkout: cart, lines, delivery methods. */
const CALLS_BEFORE = 3;
const WARM_UP_CARTS = 1_000;
const CAPACITY_CARTS = 1_500;
const CAPACITY_CONNECTIONS = 16;

const OVERLOAD = 2;
const OVERLOAD_SECONDS = 30;
/** Times between a shopper's first step and the order, each measured. */
const THINK_SECONDS = [5, 15];
/** The longest time of a call. */
const MAX_SECONDS = 240;
/** After so many refusals of an order the shopper leaves without it. */
const MAX_ATTEMPTS = 100;

type Outcome = {
  finished: number;
  /** Shoppers who were refused at the first step, and left. */
  turnedAway: number;
  /** Shoppers who were admitted, and whose order was then refused at least once. */
  refused: number;
  /** Refusals of orders, by the code of the 503. */
  refusals: Map<string, number>;
  /** Milliseconds of the calls that placed an order. */
  orderTimes: number[];
  seconds: number;
};

/** Sends a request on a connection of its own. */
async function send(request: Buffer): Promise<RawResponse> {
  let answer: RawResponse = { status: 0, body: '' };
  await runLoad({
    port: SHOP_PORT,
    connections: 1,
    seconds: MAX_SECONDS,
    keepBody: true,
    next(_, response) {
      if (response === null) return request;
      answer = response;
      return null;
    },
  });
  return answer;
}

/** Takes the first step, and orders after `thinkMs`, again after a 503. */
async function finishCheckout({ visit, request }: VisitStep, outcome: Outcome, thinkMs: number): Promise<void> {
  const chosen = await send(request);
  if (chosen.status === 503) {
    outcome.turnedAway++;
    return;
  }
  const order = visit.next(chosen);
  if (order.done === true) throw new Error('A visit without an order');
  await sleep(thinkMs);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const sentAt = performance.now();
    const { status, body } = await send(order.value);
    if (status === 503) {
      if (attempt === 1) outcome.refused++;
      const { code } = JSON.parse(body);
      outcome.refusals.set(code, (outcome.refusals.get(code) ?? 0) + 1);
      await sleep(1_000 * ORDER_RETRY_AFTER_S);
      continue;
    }
    if (status !== 201) throw new Error(`An order is answered with ${status}`);
    outcome.finished++;
    outcome.orderTimes.push(performance.now() - sentAt);
    return;
  }
}

/** Runs `work` with an empty outcome, and measures its time. */
async function record(work: (outcome: Outcome) => Promise<unknown>): Promise<Outcome> {
  const outcome: Outcome = { finished: 0, turnedAway: 0, refused: 0, refusals: new Map(), orderTimes: [], seconds: 0 };
  const startedAt = performance.now();
  await work(outcome);
  return { ...outcome, seconds: (performance.now() - startedAt) / 1_000 };
}

/** Finishes checkouts one after another in each of several workers. */
const finishAll = (steps: readonly VisitStep[]): Promise<Outcome> =>
  record((outcome) => {
    const waiting = [...steps];
    const work = async () => {
      for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) await finishCheckout(step, outcome, 0);
    };
    return Promise.all(Array.from({ length: CAPACITY_CONNECTIONS }, work));
  });

/** Begins checkouts at a rate, however many have not finished. */
const offer = (steps: readonly VisitStep[], perSecond: number, thinkMs: number): Promise<Outcome> =>
  record((outcome) =>
    Promise.all(
      steps.map(async (step, index) => {
        await sleep((1_000 * index) / perSecond);
        await finishCheckout(step, outcome, thinkMs);
      }),
    ),
  );

const formatShare = (count: number, of: number): string => `${count} (${((100 * count) / of).toFixed()} %)`;

async function measureCheckouts(): Promise<ReportRow[]> {
  const wanted = await listWantedLines(SHOP_PORT);
  const fillCarts = async (count: number) => {
    let steps = Array.from({ length: count }, () => beginVisit(checkOut(wanted)));
    for (let call = 0; call < CALLS_BEFORE; call++) steps = await sendStep(SHOP_PORT, steps);
    return steps;
  };
  reportProgress('  measuring the capacity');
  await finishAll(await fillCarts(WARM_UP_CARTS));
  const measured = await finishAll(await fillCarts(CAPACITY_CARTS));
  const capacity = measured.finished / measured.seconds;
  const offered = OVERLOAD * capacity;
  const rows = [
    makePlainRow('Capacity, orders a second', capacity.toFixed(1)),
    makePlainRow(`Offered for ${OVERLOAD_SECONDS} s, checkouts a second`, offered.toFixed(1)),
  ];
  for (const thinkSeconds of THINK_SECONDS) {
    reportProgress(`  filling carts for ${offered.toFixed()} checkouts a second`);
    const carts = await fillCarts(Math.round(offered * OVERLOAD_SECONDS));
    reportProgress(`  offering them to shoppers who choose for ${thinkSeconds} s`);
    const result = await offer(carts, offered, 1_000 * thinkSeconds);
    const admitted = carts.length - result.turnedAway;
    const placedPerSecond = result.finished / result.seconds;
    const refusals = [...result.refusals].map(([code, count]) => `${count} ${code}`).join(', ');
    rows.push(
      makePlainRow(
        `Shoppers choose for ${thinkSeconds} s: refused at the first step`,
        formatShare(result.turnedAway, carts.length),
      ),
      makePlainRow('  Admitted', String(admitted)),
      makePlainRow(
        '  Orders placed a second, to the capacity',
        `${placedPerSecond.toFixed(1)}, ${(placedPerSecond / capacity).toFixed(2)}`,
      ),
      makeLimitRow('  Admitted and refused at the order, at least once', result.refused, 0, ''),
      makePlainRow('  Refusals of orders, by code', refusals || 'none'),
      makeLimitRow('  Admitted and without an order in the end', admitted - result.finished, 0, ''),
      makePlainRow('  p50 of the order call', `${percentile(result.orderTimes, 50).toFixed()} ms`),
      makeLimitRow('  p95 of the order call', percentile(result.orderTimes, 95), LONGEST_ORDER_WAIT_MS, 'ms'),
    );
  }
  return rows;
}

/** Offers checkouts at twice the capacity, which is measured in the same run. */
export const measureOverload = (fresh: boolean): Promise<ReportRow[]> =>
  onClone(PRODUCT_COUNT, fresh, async (url) => {
    const shop = await startShop(url, SHOP_PORT, { env: TRUST_PROXY });
    try {
      return await measureCheckouts();
    } finally {
      await shop.stop();
    }
  });
