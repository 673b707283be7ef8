/** Health probes: live while the process responds, ready while the database responds and the index is built. */
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { type Db, statement } from '../../db/database.ts';
import { Refused } from '../../refuse.ts';

const ping = statement('http.ping', v.object({ one: v.number() }), 'select 1 as one');

/** Time limit of the readiness check. */
const ANSWER_MS = 1_000;

/** Registers `/health/live` and `/health/ready`; `made` resolves once this process can serve. */
export function registerHealth(app: FastifyInstance, db: Db, made: () => Promise<unknown>): void {
  app.get('/health/live', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/health/ready', async (_, reply) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Refused({ code: 'request.unavailable' }, { retryAfter: 2 })), ANSWER_MS);
    });
    await Promise.race([Promise.all([db.row(ping), made()]), late]).finally(() => clearTimeout(timer));
    return reply.header('cache-control', 'no-store').send({ status: 'ok' });
  });
}
