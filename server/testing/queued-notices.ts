/** Reads the notices to staff that wait in the mail queue. */
import type { Db } from '../db/database.ts';
import type { JobData } from '../jobs/jobs.ts';
import { decrypt } from '../secrets/encrypt.ts';

/** Lists the kinds of the queued notices to an email, oldest first. */
export async function readQueuedNotices(db: Db, email: string, secret: string): Promise<string[]> {
  const { rows } = await db.raw(
    `select data from pgboss.job where name = 'mail' and data ->> 'about' = 'staff.notice' order by created_on, id`,
  );
  const jobs = rows.map(({ data }) => data as Extract<JobData['mail'], { about: 'staff.notice' }>);
  return jobs.filter(({ sealed_email }) => decrypt(secret, sealed_email) === email).map(({ of }) => of);
}
