/**
 * The arithmetic of a wallet. Its balance consists of lots, one per expiry, and the earliest expiry is spent first. The
 * lots add up to the balance, or to zero while the balance is negative. Amounts are whole points or coins.
 */

/** An amount with one expiry; null never expires. */
export type Lot = { expires_at: Date | null; amount: number };

/** `lots` are sorted by expiry, and none of them is empty. */
export type Wallet = { balance: number; lots: readonly Lot[] };

/** A wallet after a change, and the amounts that the change added to lots or took from them (negative). */
export type WalletMove = { wallet: Wallet; lots: readonly Lot[] };

const timeOf = ({ expires_at }: Lot): number => expires_at?.getTime() ?? Number.POSITIVE_INFINITY;

/** Sums lots with the same expiry, sorts them and removes empty ones. */
export function mergeLots(lots: readonly Lot[]): Lot[] {
  const byTime = new Map<number, Lot>();
  for (const lot of lots) {
    const sameExpiry = byTime.get(timeOf(lot));
    byTime.set(timeOf(lot), { ...lot, amount: lot.amount + (sameExpiry?.amount ?? 0) });
  }
  return [...byTime.values()].filter(({ amount }) => amount !== 0).toSorted((a, b) => timeOf(a) - timeOf(b));
}

const toMove = ({ balance, lots }: Wallet, amount: number, changes: readonly Lot[]): WalletMove => ({
  wallet: { balance: balance + amount, lots: mergeLots([...lots, ...changes]) },
  lots: changes,
});

/** Takes an amount from the first lots, at most their sum. */
function takeFirst(lots: readonly Lot[], amount: number): Lot[] {
  let left = amount;
  return lots.flatMap((lot) => {
    const part = Math.min(left, lot.amount);
    left -= part;
    return part === 0 ? [] : [{ ...lot, amount: part }];
  });
}

/** Adds lots to a wallet. A negative balance is repaid from the first of them. */
function addLots(wallet: Wallet, addedLots: readonly Lot[]): WalletMove {
  const amount = addedLots.reduce((sum, lot) => sum + lot.amount, 0);
  const repaid = takeFirst(addedLots, Math.max(0, -wallet.balance));
  return toMove(wallet, amount, mergeLots([...addedLots, ...negateLots(repaid)]));
}

/** Earns an amount that expires at one time. A negative balance is repaid first. */
export const credit = (wallet: Wallet, amount: number, expires_at: Date | null): WalletMove =>
  addLots(wallet, [{ expires_at, amount }]);

/** Spends an amount, by earliest expiry. An amount above the sum of the lots makes the balance negative. */
export const debit = (wallet: Wallet, amount: number): WalletMove =>
  toMove(wallet, -amount, negateLots(takeFirst(wallet.lots, amount)));

/**
 * Puts the amounts of a debit back into the wallet with the same expiry; amounts that have expired by `now` expire
 * at `grace` instead. Works only for a debit that the lots covered in full.
 */
export function giveBack(wallet: Wallet, debitLots: readonly Lot[], now: Date, grace: Date): WalletMove {
  const lots = negateLots(debitLots).map((lot) =>
    lot.expires_at !== null && lot.expires_at <= now ? { ...lot, expires_at: grace } : lot,
  );
  return addLots(wallet, mergeLots(lots));
}

/** Splits a debit's lots: skips the first `before` units and returns the next `amount`, or as many as there are. */
export function sliceDebit(debitLots: readonly Lot[], before: number, amount: number): Lot[] {
  const lots = negateLots(debitLots);
  return negateLots(mergeLots([...takeFirst(lots, before + amount), ...negateLots(takeFirst(lots, before))]));
}

/**
 * Takes back an amount that was added as `addedLots`: first from lots with the same expiry, then from any lots by
 * earliest expiry.
 */
export function takeBack(wallet: Wallet, amount: number, addedLots: readonly Lot[]): WalletMove {
  const same = addedLots.flatMap((lot) => {
    const sameExpiry = wallet.lots.find((each) => timeOf(each) === timeOf(lot));
    return sameExpiry === undefined ? [] : [{ ...lot, amount: Math.min(lot.amount, sameExpiry.amount) }];
  });
  const rest = amount - same.reduce((sum, lot) => sum + lot.amount, 0);
  const others = mergeLots([...wallet.lots, ...negateLots(same)]);
  return toMove(wallet, -amount, mergeLots(negateLots([...same, ...takeFirst(others, rest)])));
}

/** Removes the lots that have expired by `now`; null if there are none. */
export function expireLots(wallet: Wallet, now: Date): (WalletMove & { amount: number }) | null {
  const due = wallet.lots.filter(({ expires_at }) => expires_at !== null && expires_at <= now);
  const amount = due.reduce((sum, lot) => sum + lot.amount, 0);
  return amount === 0 ? null : { ...toMove(wallet, -amount, negateLots(due)), amount: -amount };
}

const negateLots = (lots: readonly Lot[]): Lot[] => lots.map((lot) => ({ ...lot, amount: -lot.amount }));
