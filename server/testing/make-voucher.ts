/** Creates vouchers, and points to buy them with, for tests. */
import { randomUUID } from 'node:crypto';
import type { WalletKind } from '@shop/core/loyalty/wallet';
import type { Benefit } from '@shop/core/promotions/promotion';
import { NO_REQUEST } from '../context.ts';
import type { Db } from '../db/database.ts';
import { makeContext } from '../http/api/call-endpoint.ts';
import { changeWallets } from '../loyalty/wallets/wallets.ts';
import { inTransaction } from '../transaction.ts';
import { insert } from './database/insert.ts';
import type { TestServer } from './test-server.ts';

/** Columns that a test sets; `off` is short for a fixed amount in sen. */
export type VoucherFields = { code?: string; off?: number; benefit?: Benefit } & Record<string, unknown>;

/** Adds a voucher that is free unless it has a cost; returns its id. */
export async function makeVoucher(db: Db, { off = 500, benefit, ...columns }: VoucherFields = {}): Promise<string> {
  const code = columns.code ?? `V${randomUUID().slice(0, 8).toUpperCase()}`;
  const row = await insert(db, 'vouchers', {
    name_en: code,
    benefit: benefit ?? { kind: 'fixed', amount: off },
    ...columns,
    code,
  });
  return String(row.id);
}

/** Adds points or coins to a customer's wallet. */
export async function fillWallet(
  { app }: Pick<TestServer, 'app'>,
  { id }: { id: string },
  kind: WalletKind,
  amount: number,
): Promise<void> {
  const system = makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);
  await inTransaction(system, (ctx) =>
    changeWallets(ctx, id, [
      { do: 'earn', kind, action: 'adjustment', source: `adjustment:${randomUUID()}`, amount, expires_at: null },
    ]),
  );
}
