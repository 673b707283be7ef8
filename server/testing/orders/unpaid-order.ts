import type { Db } from '../../db/database.ts';
import { insert } from '../database/insert.ts';

const TEST_METHOD = {
  code: 'test-online',
  position: 99,
  name_en: 'Online',
  note_en: '',
  gateway: 'test',
  is_active: false,
};

/** Changes a placed order into one for an online payment, placed this many minutes ago. */
export async function makeUnpaid(db: Db, order_id: string, minutes: number): Promise<void> {
  const { rows } = await db.raw('select from payment_methods where code = $1', [TEST_METHOD.code]);
  if (rows.length === 0) await insert(db, 'payment_methods', TEST_METHOD);
  await db.raw(`update orders set payment_method = $2, created_at = now() - make_interval(mins => $3) where id = $1`, [
    order_id,
    TEST_METHOD.code,
    minutes,
  ]);
}
