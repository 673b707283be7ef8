/**
 * `npm run wallets -- show CUSTOMER | adjust CUSTOMER KIND AMOUNT --reason … | liability | check`: wallets of the
 * running shop. CUSTOMER is an id, email or phone; KIND is points or coins.
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { StaffWallets } from '@shop/contract/staff/staff-wallets';
import { CommandFailed, DONE, PARTLY_DONE, runProgram } from '../../command-line.ts';
import { createStaffClient, formatMinute, formatRinggit, type StaffClient } from './staff-client.ts';

const USAGE = `Usage: npm run wallets -- show CUSTOMER | adjust CUSTOMER points|coins AMOUNT --reason TEXT [--key KEY]
       liability | check`;

const WALLET_KIND_NAMES = { points: 'point', coins: 'store_credit' } as const;
const nameWallet = (kind: 'point' | 'store_credit'): string => (kind === 'point' ? 'points' : 'coins');

function formatWallets({ customer, balances, entries }: StaffWallets): string[] {
  const { id, name, email, phone } = customer;
  const formatBalance = (kind: 'point' | 'store_credit'): string => {
    const { balance, pending, value, next_expiry } = balances[kind];
    return [
      `  ${balance} ${nameWallet(kind)}  ${formatRinggit(value)}`,
      ...(pending === 0 ? [] : [`${pending} pending`]),
      ...(next_expiry === null ? [] : [`${next_expiry.amount} expire ${formatMinute(next_expiry.at)}`]),
    ].join('  ');
  };
  return [
    [id, name, email, phone].filter((part) => part !== null && part !== '').join('  '),
    formatBalance('point'),
    formatBalance('store_credit'),
    ...entries.map(({ created_at, kind, amount, balance_after, state, description }) =>
      [`  ${formatMinute(created_at)}`, `${amount > 0 ? '+' : ''}${amount} ${nameWallet(kind)}`, `= ${balance_after}`]
        .concat(state === 'available' ? [] : [state], description)
        .join('  '),
    ),
  ];
}

type WalletsOutcome = { lines: string[]; isRight: boolean };

/** Runs one command; returns the lines to print, and whether the wallets are right. */
async function runWalletsCommand(call: StaffClient, args: readonly string[]): Promise<WalletsOutcome> {
  const { positionals, values } = parseArgs({
    // Keeps `parseArgs` from reading a negative amount as an option.
    args: args.map((arg) => (/^-\d+$/.test(arg) ? `=${arg}` : arg)),
    options: { reason: { type: 'string' }, key: { type: 'string' } },
    allowPositionals: true,
  });
  const [command, customer, kind, amount] = positionals;
  if (command === 'liability') {
    const sums = await call('staff.walletLiability', {});
    const lines = (['point', 'store_credit'] as const).map((of) => {
      const { wallets, balance, value, negative, pending } = sums[of];
      return `${nameWallet(of)}  ${balance}  ${formatRinggit(value)}  ${pending} pending  ${negative} negative  ${wallets} wallets`;
    });
    return { lines, isRight: true };
  }
  if (command === 'check') {
    const { wallets, wrong } = await call('staff.checkWallets', {});
    const lines = wrong.map(
      (each) => `${each.customer_id}  ${nameWallet(each.kind)}  balance ${each.balance}, entries ${each.entries}`,
    );
    return { lines: [...lines, `${wallets} wallets, ${wrong.length} wrong`], isRight: wrong.length === 0 };
  }
  if (command === 'show' && customer !== undefined) {
    return { lines: formatWallets(await call('staff.wallets', { params: { customer } })), isRight: true };
  }
  const change = Number(amount?.replace(/^=/, ''));
  const isAdjustment = command === 'adjust' && (kind === 'points' || kind === 'coins') && Number.isInteger(change);
  if (!isAdjustment || customer === undefined || values.reason === undefined) throw new CommandFailed(USAGE);
  const body = { kind: WALLET_KIND_NAMES[kind], amount: change, reason: values.reason };
  const idempotencyKey = values.key ?? randomUUID();
  const { approval, ...wallets } = await call('staff.adjustWallet', { params: { customer }, body }, { idempotencyKey });
  const waits = approval === null ? [] : ['A second person has to approve this change: nothing has changed yet'];
  return { lines: [...waits, ...formatWallets(wallets)], isRight: true };
}

if (import.meta.main)
  await runProgram(USAGE, async (args) => {
    const { lines, isRight } = await runWalletsCommand(createStaffClient(process.env), args);
    process.stdout.write(`${lines.join('\n')}\n`);
    return isRight ? DONE : PARTLY_DONE;
  });
