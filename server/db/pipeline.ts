/**
 * Pipelining: statements are sent without waiting for the result of the one before, in as few packets as possible
 * (docs/decisions/0013-pipelining.md). Each packet makes the system switch to the database's process, which costs more
 * than most of our statements.
 */
import type { Writable } from 'node:stream';
import type pg from 'pg';

const corkedStreams = new WeakSet<Writable>();

/** Sends everything that is written to a stream during this tick in one packet. */
export function batchPackets(stream: Writable): void {
  if (corkedStreams.has(stream)) return;
  corkedStreams.add(stream);
  stream.cork();
  process.nextTick(() => {
    corkedStreams.delete(stream);
    stream.uncork();
  });
}

/** A write that failed while its transaction threw another error: no caller sees its cause otherwise. */
type LostWrite = { statement: string; error: unknown };

/** The statements that a transaction has sent and not awaited, and their errors. */
export type Pipeline = {
  /** Records the error of a statement that its caller awaits. */
  track<T>(result: Promise<T>): Promise<T>;
  /** Sends a statement that no caller awaits; `settle` does. */
  sendLater(statement: string, result: Promise<unknown>): void;
  /** Waits for every statement that was not awaited; throws the first error. */
  settle(): Promise<void>;
  /**
   * Returns the first error of a statement: after it, PostgreSQL rejects every later one with 25P02, which names no
   * cause.
   */
  firstError(): unknown;
  /** Returns the first failed write that no caller awaited, unless it is the error that the transaction throws. */
  lostWrite(thrown: unknown): LostWrite | null;
};

/** Opens the pipeline of one transaction. */
export function openPipeline(): Pipeline {
  const queries: Promise<unknown>[] = [];
  let first: { error: unknown } | null = null;
  let failedWrite: LostWrite | null = null;
  return {
    async track(result) {
      try {
        return await result;
      } catch (error) {
        first ??= { error };
        throw error;
      }
    },
    sendLater(statement, result) {
      // Without this handler an error before `settle` would be an unhandled rejection.
      result.catch((error) => {
        failedWrite ??= { statement, error };
      });
      queries.push(result);
    },
    async settle() {
      await Promise.all(queries);
    },
    firstError: () => first?.error,
    lostWrite: (thrown) => (failedWrite === null || failedWrite.error === thrown ? null : failedWrite),
  };
}

type ReportLostWrite = (statement: string, error: unknown) => void;
const lostWriteReporters = new WeakMap<pg.Pool, ReportLostWrite>();

/** Sets the reporter of the lost writes of every transaction on this pool. */
export function onLostWrite(pool: pg.Pool, report: ReportLostWrite): void {
  lostWriteReporters.set(pool, report);
}

/** Reports a lost write to the pool's reporter, if there is one. */
export function reportLostWrite(pool: pg.Pool, lost: LostWrite | null): void {
  if (lost !== null) lostWriteReporters.get(pool)?.(lost.statement, lost.error);
}
