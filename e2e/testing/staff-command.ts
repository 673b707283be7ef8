/** Commands of staff and tills, run on the shop's machine. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { inject } from 'vitest';

async function runCommand(file: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: inject('storeDataDir'), PORT: new URL(inject('storeUrl')).port };
  return (await promisify(execFile)(process.execPath, [file, ...args], { env })).stdout;
}

/** Runs the orders command of staff, as `npm run orders` does. */
export const runOrders = (...args: string[]): Promise<string> =>
  runCommand('server/staff/commands/orders-cli.ts', args);

/** Runs the payments command of staff, as `npm run payments` does. */
export const runPayments = (...args: string[]): Promise<string> =>
  runCommand('server/staff/commands/payments-cli.ts', args);

/** Runs the wallets command of staff, as `npm run wallets` does. */
export const runWallets = (...args: string[]): Promise<string> =>
  runCommand('server/staff/commands/wallets-cli.ts', args);

/** Runs the till's command, as `npm run till` does. */
export const runTill = (...args: string[]): Promise<string> => runCommand('server/till/commands/till-cli.ts', args);
