import { expect } from 'vitest';
import { queryDatabase } from './database.ts';

/** Moves the end of an order's return period into the past, and runs the job that makes its points available. */
export async function endReturns(number: string): Promise<void> {
  await queryDatabase(
    `update pending_earnings set available_at = available_at - interval '5 days 1 minute'
     where order_id = (select id from orders where order_number = $1)`,
    number,
  );
  await queryDatabase(`insert into pgboss.job (name, data) values ('hourly', '{}')`);
  const readState = async () =>
    (
      await queryDatabase(
        'select state from pending_earnings where order_id = (select id from orders where order_number = $1)',
        number,
      )
    )[0]?.state;
  await expect.poll(readState, { timeout: 60_000 }).toBe('available');
}
