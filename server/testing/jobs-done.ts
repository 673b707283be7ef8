import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../db/database.ts';

/** Waits until every mail and message has been sent, so that no further one can arrive. */
export async function waitForJobs(db: Db): Promise<void> {
  for (let i = 0; i < 100; i++) {
    const { rows } = await db.raw(
      `select 1 from pgboss.job where name in ('mail', 'message') and state <> 'completed'`,
    );
    if (rows.length === 0) return;
    await sleep(50);
  }
  throw new Error('Jobs are left');
}
