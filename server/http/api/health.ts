/**
 * Health probes: live while the process responds, ready while the database takes writes, without which no order can be
 * placed, and the index is built.
 */
import { refusal } from '@shop/core/refusal';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { type Db, statement } from '../../db/database.ts';
import { Refused } from '../../refuse.ts';

const probeWrite = statement('http.probeWrite', v.object({ pages: v.number() }), 'select probe_write() as pages');

/** Time limit of the readiness check. */
const ANSWER_MS = 1_000;

/** Time for which the result of a write is reported, however often the probe is called. */
const WRITE_EVERY_MS = 3_000;

/** Makes a check that writes to the database, and shares its result for `WRITE_EVERY_MS`. */
function createWriteCheck(db: Db): () => Promise<unknown> {
  let written: Promise<unknown> = Promise.resolve();
  let writtenAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - writtenAt > WRITE_EVERY_MS) {
      writtenAt = performance.now();
      written = db.row(probeWrite);
    }
    return written;
  };
}

/** Registers `/health/live` and `/health/ready`; `made` resolves once this process can serve. */
export function registerHealth(app: FastifyInstance, db: Db, made: () => Promise<unknown>): void {
  const checkWrite = createWriteCheck(db);
  app.get('/health/live', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/health/ready', async (request, reply) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`No result within ${ANSWER_MS} ms`)), ANSWER_MS);
    });
    try {
      await Promise.race([Promise.all([checkWrite(), made()]), late]);
    } catch (error) {
      request.log.warn({ err: error }, 'not ready: no order can be placed');
      throw new Refused(refusal('request.unavailable'), { retryAfter: WRITE_EVERY_MS / 1_000 });
    } finally {
      clearTimeout(timer);
    }
    return reply.header('cache-control', 'no-store').send({ status: 'ok' });
  });
}
