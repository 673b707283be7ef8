/**
 * Health probes: live while the process responds, ready while the database takes writes, without which no order can be
 * placed, and the index is built. Staff get the state of each check, everyone else only the status.
 */
import { refusal } from '@shop/core/refusal';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { type Db, statement } from '../../db/database.ts';
import { Refused } from '../../refuse.ts';
import { toLoggedError } from '../logged-error.ts';
import { readBearerToken } from './authenticate.ts';

const probeWrite = statement('http.probeWrite', v.object({ pages: v.number() }), 'select probe_write() as pages');

/** Time limit of the readiness check. */
const ANSWER_MS = 1_000;

/** Time for which the result of a write is reported, however often the probe is called. */
const WRITE_EVERY_MS = 3_000;

/** Makes a check that writes to the database, and shares its result for `WRITE_EVERY_MS`. */
function createWriteCheck(db: Db): () => Promise<unknown> {
  let lastWrite: Promise<unknown> = Promise.resolve();
  let lastWriteAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - lastWriteAt > WRITE_EVERY_MS) {
      lastWriteAt = performance.now();
      lastWrite = db.row(probeWrite);
    }
    return lastWrite;
  };
}

/** The state of one check, for staff. `is_required`: without it the process is not ready. */
type CheckState = { name: string; is_required: boolean; ok: boolean; ms: number; reason: string | null };

/** Rejects if the work takes longer than `ANSWER_MS`. */
async function requireInTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No result within ${ANSWER_MS} ms`)), ANSWER_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

type HealthCheck = { name: string; is_required: boolean; run(): Promise<unknown> };

async function runCheck({ name, is_required, run }: HealthCheck): Promise<{ state: CheckState; error: unknown }> {
  const startedAt = performance.now();
  const state = (reason: string | null): CheckState => {
    return { name, is_required, ok: reason === null, ms: Math.round(performance.now() - startedAt), reason };
  };
  try {
    await requireInTime(run());
    return { state: state(null), error: null };
  } catch (error) {
    return { state: state(toLoggedError(error).message), error };
  }
}

export type HealthSources = {
  db: Db;
  /** Resolves once the catalogue index is built. */
  waitForIndex(): Promise<unknown>;
  /** Milliseconds since the change feed was read. */
  feedBehindMs(): number;
  /** Whether a token belongs to staff. */
  isStaff(token: string): Promise<boolean>;
};

/** Time after which responses are computed without the cache. */
const FEED_LATE_MS = 2_000;

/** Registers `/health/live` and `/health/ready`. */
export function registerHealth(app: FastifyInstance, { db, waitForIndex, feedBehindMs, isStaff }: HealthSources): void {
  const checks: readonly HealthCheck[] = [
    { name: 'database_writes', is_required: true, run: createWriteCheck(db) },
    { name: 'catalogue_index', is_required: true, run: waitForIndex },
    {
      name: 'change_feed',
      is_required: false,
      async run() {
        if (feedBehindMs() > FEED_LATE_MS) throw new Error(`Not read for ${Math.round(feedBehindMs() / 1_000)} s`);
      },
    },
  ];
  /** Without the database only the operator's token is recognized. */
  const isFromStaff = async ({ headers }: FastifyRequest) => {
    const token = readBearerToken(headers.authorization);
    return token.startsWith('s_') && (await requireInTime(isStaff(token)).catch(() => false));
  };
  app.get('/health/live', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/health/ready', async (request, reply) => {
    const [forStaff, ...results] = await Promise.all([isFromStaff(request), ...checks.map(runCheck)]);
    const more = forStaff ? { checks: results.map(({ state }) => state) } : {};
    const failure = results.find(({ state }) => state.is_required && !state.ok);
    if (failure !== undefined) {
      request.log.warn({ err: failure.error, check: failure.state.name }, 'not ready: no order can be placed');
      throw new Refused(refusal('request.unavailable'), { retryAfter: WRITE_EVERY_MS / 1_000, more });
    }
    return reply.header('cache-control', 'no-store').send({ status: 'ok', ...more });
  });
}
