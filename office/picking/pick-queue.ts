/** A picker's steps, stored on this device until the server has them, and the copy of the open batch. */
import type { ResponseOf } from '@shop/contract/api/client';
import type { PickLine } from '@shop/contract/staff/staff-picking';
import type { BagKind, PickState } from '@shop/core/orders/picking';
import { type ActionBody, runAction } from '../api/data-provider.ts';
import { currentSession } from '../api/session.ts';
import { type ActionQueue, openActionQueue, type QueuedAction } from '../offline/action-queue.ts';
import { BATCH_COPY, saveCopy } from '../offline/copies.ts';

export type Batch = ResponseOf<'staff.pickBatch'>;
export type LinePart = PickLine['orders'][number];
export type Bags = Partial<Record<BagKind, number>>;

type PickAction =
  | { kind: 'claim'; body: ActionBody<'picking', 'claim'> }
  | { kind: 'release'; body: ActionBody<'picking', 'release'> }
  | { kind: 'pack'; body: ActionBody<'picking', 'pack'> }
  | { kind: 'find'; line: string; body: { quantity: number } }
  | { kind: 'short'; line: string; body: { quantity_found: number } }
  | { kind: 'replace'; line: string; body: Omit<ActionBody<'picking', 'replace'>, 'line'> }
  | { kind: 'undo'; line: string; body: object };
/**
 * A step of picking. Contains no name, phone or address, because it may stay on the device until the same picker signs
 * in again.
 */
export type PickStep = PickAction & { order: string };
type PickDecision = Extract<PickStep, { kind: 'find' | 'short' | 'replace' }>;
/** Returns whether a step is a decision on a line, which can be undone. */
export const isDecision = (step: PickStep): step is PickDecision =>
  step.kind === 'find' || step.kind === 'short' || step.kind === 'replace';

const readStaff = () => currentSession()?.staff;

/** Lifetime of the batch's copy: longer than a shift. */
const COPY_LASTS_MS = 12 * 60 * 60_000;

/**
 * Copies the batch for a reload without network. Leaves out names, remarks, and the phone numbers of shoppers whom the
 * picker need not call.
 */
export async function copyBatch(batch: Batch): Promise<void> {
  // The picker may have signed out meanwhile.
  if (currentSession() === null) return;
  const parts = batch.lines.flatMap(({ orders }) => orders);
  const orderIdsToCall = new Set(
    parts.flatMap(({ order_id, if_missing }) => (if_missing === 'call' ? [order_id] : [])),
  );
  const orders = batch.orders.map((order) => ({
    ...order,
    recipient: '',
    phone: orderIdsToCall.has(order.id) ? order.phone : '',
    remarks: null,
  }));
  await saveCopy(BATCH_COPY, { ...batch, orders }, Date.now() + COPY_LASTS_MS);
}

function send({ done_at, key, action: { order, ...step } }: QueuedAction<PickStep>): Promise<unknown> {
  switch (step.kind) {
    case 'claim':
      return runAction('picking', 'claim', order, { ...step.body, done_at }, key);
    case 'release':
      return runAction('picking', 'release', order, { done_at }, key);
    case 'pack':
      return runAction('picking', 'pack', order, { ...step.body, done_at }, key);
    case 'find':
      return runAction('picking', 'find', order, { ...step.body, line: step.line, done_at }, key);
    case 'short':
      return runAction('picking', 'short', order, { ...step.body, line: step.line, done_at }, key);
    case 'replace':
      return runAction('picking', 'replace', order, { ...step.body, line: step.line, done_at }, key);
    case 'undo':
      return runAction('picking', 'undo', order, { line: step.line, done_at }, key);
  }
}

const queues = new Map<string, ActionQueue<PickStep>>();

/** Opens the queue of the signed-in picker. */
export function openPickQueue(): ActionQueue<PickStep> {
  const name = `picking ${readStaff()?.id}`;
  const queue = queues.get(name) ?? openActionQueue<PickStep>(name, send);
  queues.set(name, queue);
  return queue;
}

const decide = (part: LinePart, step: PickStep): LinePart => {
  const markPart = (picked: PickState | null, quantity_delivered: number) => ({ ...part, picked, quantity_delivered });
  switch (step.kind) {
    case 'find':
      return markPart('found', step.body.quantity);
    case 'short':
      return markPart('short', step.body.quantity_found);
    case 'replace':
      return markPart('replaced', step.body.quantity_found ?? 0);
    case 'undo':
      return markPart(null, part.quantity);
    default:
      return part;
  }
};

/** Returns the batch as it will be once the waiting steps are sent. */
export function applySteps(batch: Batch, steps: readonly PickStep[]): Batch {
  const lines = batch.lines.map((line) => ({
    ...line,
    orders: line.orders.map((part) =>
      steps
        .filter((step) => step.order === part.order_id && 'line' in step && step.line === part.line)
        .reduce(decide, part),
    ),
  }));
  const orders = batch.orders.map((order) => {
    const orderSteps = steps.filter((step) => step.order === order.id);
    const lastStep = orderSteps.findLast(({ kind }) => kind !== 'undo');
    if (lastStep === undefined) return order;
    const claimed_by = lastStep.kind === 'release' ? null : (readStaff()?.email ?? null);
    const picking = order.picking ?? {
      claimed_at: null,
      begun_at: new Date(),
      packed_by: null,
      packed_at: null,
      bags: null,
    };
    const isPacked = orderSteps.some(({ kind }) => kind === 'pack');
    return { ...order, status: isPacked ? ('packed' as const) : order.status, picking: { ...picking, claimed_by } };
  });
  return { ...batch, lines, orders };
}
