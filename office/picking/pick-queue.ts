/**
 * What a picker did, on this device until the server has it: actions wait here without network, each with its
 * idempotency key and time. Holds no name, phone or address.
 */
import { ApiError } from '@shop/contract/api/api-error';
import type { ResponseOf } from '@shop/contract/api/client';
import type { BagKind, PickState } from '@shop/core/orders/picking';
import { useSyncExternalStore } from 'react';
import { type ActionBody, runAction } from '../api/data-provider.ts';
import { currentSession } from '../api/session.ts';
import { sharedStorage } from '../browser-storage.ts';

export type Batch = ResponseOf<'staff.pickBatch'>;
export type PickLine = Batch['lines'][number];
export type LinePart = PickLine['orders'][number];
export type Bags = Partial<Record<BagKind, number>>;

type Step =
  | { kind: 'claim'; body: ActionBody<'picking', 'claim'> }
  | { kind: 'release'; body: ActionBody<'picking', 'release'> }
  | { kind: 'pack'; body: ActionBody<'picking', 'pack'> }
  | { kind: 'find'; line: string; body: { quantity: number } }
  | { kind: 'short'; line: string; body: { quantity_found: number } }
  | { kind: 'replace'; line: string; body: Omit<ActionBody<'picking', 'replace'>, 'line'> }
  | { kind: 'undo'; line: string; body: object };
export type PickStep = Step & { order: string };
type Decision = Extract<PickStep, { kind: 'find' | 'short' | 'replace' }>;
/** Whether a step decides a line, so that it can be undone. */
export const isDecision = (step: PickStep): step is Decision =>
  step.kind === 'find' || step.kind === 'short' || step.kind === 'replace';
type QueuedStep = PickStep & { key: string; done_at: string; isSent: boolean };

const staff = () => currentSession()?.staff;
const queueKey = () => `office.pick.queue.${staff()?.id}`;
const batchKey = () => `office.pick.batch.${staff()?.id}`;

function readJson<Value>(key: string, otherwise: Value): Value {
  try {
    return JSON.parse(sharedStorage.getItem(key) ?? 'null') ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Stores the batch for a time without network, without the shoppers. */
export function storeBatch(batch: Batch): void {
  const orders = batch.orders.map((order) => ({ ...order, recipient: '', phone: '', remarks: null }));
  sharedStorage.setItem(batchKey(), JSON.stringify({ ...batch, orders }));
}

export function findStoredBatch(id: string): Batch | undefined {
  const batch = readJson<Batch | null>(batchKey(), null);
  return batch?.batch.id === id ? batch : undefined;
}

const EMPTY: readonly QueuedStep[] = [];
let current: { key: string; steps: readonly QueuedStep[] } | null = null;
const listeners = new Set<() => void>();

function readQueue(): readonly QueuedStep[] {
  const key = queueKey();
  if (current?.key !== key) current = { key, steps: readJson(key, EMPTY) };
  return current.steps;
}

function writeQueue(steps: readonly QueuedStep[]): void {
  current = { key: queueKey(), steps };
  sharedStorage.setItem(current.key, JSON.stringify(steps));
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useQueue = () => useSyncExternalStore(subscribe, readQueue);

export function addSteps(steps: readonly PickStep[]): void {
  const done_at = new Date().toISOString();
  const added = steps.map((step) => ({ ...step, key: crypto.randomUUID(), done_at, isSent: false }));
  writeQueue([...readQueue(), ...added]);
}

function send({ done_at, key, order, ...step }: QueuedStep): Promise<unknown> {
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

/** Whether the server decided against it; any other failure is tried again later. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status);

/** Sends what waits, in order, until the network fails. `onRefused` hears of each step that the server refuses. */
async function sendSteps(onRefused: (error: unknown) => void): Promise<void> {
  for (;;) {
    const step = readQueue().find(({ isSent }) => !isSent);
    if (step === undefined) return;
    try {
      await send(step);
      writeQueue(readQueue().map((each) => (each.key === step.key ? { ...each, isSent: true } : each)));
    } catch (error) {
      if (!isRefusal(error)) return;
      writeQueue(readQueue().filter(({ key }) => key !== step.key));
      onRefused(error);
    }
  }
}

let sending: Promise<void> | null = null;

/** Sends what waits, reads the batch again, and forgets what the server has. One call at a time. */
export function syncSteps(readAgain: () => Promise<unknown>, onRefused: (error: unknown) => void): Promise<void> {
  sending ??= (async () => {
    await sendSteps(onRefused);
    const done = new Set(readQueue().flatMap(({ key, isSent }) => (isSent ? [key] : [])));
    try {
      await readAgain();
      if (done.size > 0) writeQueue(readQueue().filter(({ key }) => !done.has(key)));
    } catch {
      // Without network the sent steps stay, so that the stored batch shows them.
    }
  })().finally(() => {
    sending = null;
  });
  return sending;
}

const decide = (part: LinePart, step: PickStep): LinePart => {
  const decided = (picked: PickState | null, quantity_delivered: number) => ({ ...part, picked, quantity_delivered });
  switch (step.kind) {
    case 'find':
      return decided('found', step.body.quantity);
    case 'short':
      return decided('short', step.body.quantity_found);
    case 'replace':
      return decided('replaced', step.body.quantity_found ?? 0);
    case 'undo':
      return decided(null, part.quantity);
    default:
      return part;
  }
};

/** The batch as it stands once the steps that wait are sent. */
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
    const own = steps.filter((step) => step.order === order.id);
    const last = own.findLast(({ kind }) => kind !== 'undo');
    if (last === undefined) return order;
    const claimed_by = last.kind === 'release' ? null : (staff()?.email ?? null);
    const picking = order.picking ?? {
      claimed_at: null,
      begun_at: new Date(),
      packed_by: null,
      packed_at: null,
      bags: null,
    };
    const isPacked = own.some(({ kind }) => kind === 'pack');
    return { ...order, status: isPacked ? ('packed' as const) : order.status, picking: { ...picking, claimed_by } };
  });
  return { ...batch, lines, orders };
}
