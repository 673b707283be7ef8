/**
 * Reads from a streaming replica while it keeps up with the primary, else from the primary. The delay is measured by
 * positions in the log, so that neither a quiet shop nor another clock counts as one.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { type Db, statement } from './database.ts';

/** Delay of the replica above which the primary is read. */
const MAX_DELAY_MS = 2_000;
/** Time for the replica's response. */
const RESPONSE_MS = 1_000;

const readPosition = statement(
  'db.position',
  v.object({ position: v.number() }),
  `select (case when pg_is_in_recovery() then coalesce(pg_last_wal_replay_lsn(), '0/0') else pg_current_wal_lsn() end
    - '0/0'::pg_lsn)::bigint as position`,
);

export type ReplicaReads = {
  /** Reads from the replica or the primary. */
  db: Db;
  /**
   * Compares the positions and chooses. Returns to the replica only once it has all that the primary has now, so that
   * a caller that calls it before each read of changes finds none of them missing afterwards. Rejects if the primary
   * does not respond.
   */
  check(): Promise<void>;
};

type ReplicaOptions = {
  primary: Db;
  replica: Db;
  /** Runs after each switch between replica and primary. */
  onSwitch(isReplica: boolean): void;
  /** Returns milliseconds that never go back. */
  elapsedMs?: () => number;
};

/** Begins with the primary; the first `check` may choose the replica. */
export function readFromReplica({
  primary,
  replica,
  onSwitch,
  elapsedMs = () => performance.now(),
}: ReplicaOptions): ReplicaReads {
  let current = primary;
  /** Positions of the primary that the replica has not reached, oldest first. */
  let ahead: { position: number; at: number }[] = [];

  function choose(next: Db): void {
    if (next === current) return;
    current = next;
    onSwitch(next === replica);
  }

  /** Returns the replica's position; null if it does not respond in time. */
  async function readReplicaPosition(): Promise<number | null> {
    const decided = new AbortController();
    const late = sleep(RESPONSE_MS, null, { signal: decided.signal });
    // Rejects when it is aborted.
    late.catch(() => {});
    const response = replica.row(readPosition).then(
      (row) => row?.position ?? null,
      () => null,
    );
    const position = await Promise.race([response, late]);
    decided.abort();
    return position;
  }

  return {
    db: {
      rows: (of, values) => current.rows(of, values),
      row: (of, values) => current.row(of, values),
      write: (of, values) => current.write(of, values),
      raw: (text, values) => current.raw(text, values),
      onOneConnection: (work) => current.onOneConnection(work),
      isTransaction: false,
      transaction: (work) => current.transaction(work),
      liftTimeLimit: () => current.liftTimeLimit(),
      afterCommit: (task) => current.afterCommit(task),
    },
    async check() {
      const at = elapsedMs();
      const target = (await primary.row(readPosition))?.position ?? 0;
      const reached = await readReplicaPosition();
      if (reached === null) return choose(primary);
      ahead = [...ahead, { position: target, at }].filter(({ position }) => position > reached);
      const [oldest] = ahead;
      if (oldest === undefined) choose(replica);
      else if (elapsedMs() - oldest.at > MAX_DELAY_MS) choose(primary);
    },
  };
}
