/** A driver's records of stops, stored on this phone until the server has them. */
import { ApiError } from '@shop/contract/api/api-error';
import type { DriverRun, DriverStop } from '@shop/contract/delivery-runs';
import { parseLang } from '@shop/core/lang';
import { textToSen } from '@shop/core/money';
import { currentLocale } from '../i18n/current-locale.ts';
import { type ActionQueue, openActionQueue, type QueuedAction, readActions } from '../offline/action-queue.ts';
import { callRun } from './driver-api.ts';

type StopOutcome =
  | {
      kind: 'deliver';
      received_by: string | null;
      photo: { name: string; picture: Blob } | null;
      /** Ringgit, such as `12.30`; null if no cash is due. */
      cash_collected: string | null;
    }
  | { kind: 'fail'; reason: string };
export type StopRecord = StopOutcome & Pick<DriverStop, 'order_id' | 'order_number'>;
export type QueuedRecord = QueuedAction<StopRecord>;

async function send({ key, done_at: at, action }: QueuedRecord): Promise<void> {
  const params = { order_id: action.order_id };
  const query = { lang: parseLang(currentLocale()) };
  if (action.kind === 'fail') {
    const body = { reason: action.reason, at };
    await callRun('deliveryRuns.fail', { params, query, body }, { idempotencyKey: key });
    return;
  }
  if (action.photo !== null) await sendPhoto(action.order_id, action.photo.picture);
  const body = { received_by: action.received_by, cash_collected: action.cash_collected, at };
  await callRun('deliveryRuns.deliver', { params, query, body }, { idempotencyKey: key });
}

async function sendPhoto(order_id: string, picture: Blob): Promise<void> {
  const query = { lang: parseLang(currentLocale()) };
  try {
    await callRun('deliveryRuns.addPhoto', { params: { order_id }, query, body: { picture } });
  } catch (error) {
    // An earlier try of this record, whose response was lost, may have closed the stop. Then the request for the
    // delivery repeats that response; otherwise it is refused.
    if (!(error instanceof ApiError && error.code === 'run.stop_done')) throw error;
  }
}

const QUEUE_PREFIX = 'run ';
const queues = new Map<string, ActionQueue<StopRecord>>();

export function openRunQueue(run_id: string): ActionQueue<StopRecord> {
  const name = QUEUE_PREFIX + run_id;
  const queue = queues.get(name) ?? openActionQueue<StopRecord>(name, send);
  queues.set(name, queue);
  return queue;
}

/** Reads the records of all runs that this phone could not send, oldest first. */
export const readUnsentRecords = (): Promise<QueuedRecord[]> => readActions<StopRecord>(QUEUE_PREFIX);

/** Returns the run as it will be once the waiting records are sent. */
export function applyRecords(run: DriverRun, entries: readonly QueuedRecord[]): DriverRun {
  let cash_in_hand = run.cash_in_hand;
  const stops = run.stops.map((stop): DriverStop => {
    const record = entries.findLast(({ state, subject }) => state !== 'refused' && subject === stop.order_id)?.action;
    // The server's run already includes the record and the cash of a closed stop.
    if (record === undefined || stop.state !== 'open') return stop;
    const closedStop = { ...stop, recipient: null, phone: null, address: null, map_link: null, remarks: null };
    if (record.kind === 'fail') return { ...closedStop, state: 'failed' };
    const cash_collected = record.cash_collected === null ? null : textToSen(record.cash_collected);
    cash_in_hand += cash_collected ?? 0;
    return { ...closedStop, state: 'delivered', cash_to_collect: 0, cash_collected };
  });
  return { ...run, cash_in_hand, stops };
}
