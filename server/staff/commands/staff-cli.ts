/**
 * `npm run staff -- add EMAIL ROLE… [--outlet CODE] | disable EMAIL | reset-second-factor EMAIL | list`: staff accounts
 * of the running shop.
 */
import { parseArgs } from 'node:util';
import type { StaffAccount } from '@shop/contract/staff/staff';
import type { StaffRole } from '@shop/core/staff/roles';
import { CommandFailed, DONE, runProgram } from '../../command-line.ts';
import { createStaffClient, type StaffClient } from './staff-client.ts';

const USAGE = `Usage: npm run staff -- add EMAIL ROLE [ROLE …] [--outlet CODE] | disable EMAIL
       reset-second-factor EMAIL | list`;

const formatAccount = ({ email, roles, outlet, is_active, has_second_factor }: StaffAccount): string =>
  [
    `${email}  ${roles.join(', ')}`,
    ...(outlet === null ? [] : [outlet]),
    ...(has_second_factor ? ['(second factor)'] : []),
    ...(is_active ? [] : ['(disabled)']),
  ].join('  ');

async function requireAccount(call: StaffClient, email: string): Promise<StaffAccount> {
  const { data } = await call('staff.accounts', {});
  const account = data.find((each) => each.email === email.toLowerCase());
  if (account === undefined) throw new CommandFailed(`No staff account has the email ${email}`);
  return account;
}

/** Runs one command and returns the lines to print. */
export async function runStaffCommand(call: StaffClient, args: readonly string[]): Promise<string[]> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: { outlet: { type: 'string' } },
    allowPositionals: true,
  });
  const [command, email, ...roles] = positionals;
  if (command === 'list') {
    const { data } = await call('staff.accounts', {});
    return data.length === 0 ? ['No staff accounts yet'] : data.map(formatAccount);
  }
  if (command === 'add' && email !== undefined && roles.length > 0) {
    // The shop refuses roles that do not exist.
    const { staff, password } = await call('staff.addAccount', {
      body: { email, roles: roles as StaffRole[], outlet: values.outlet },
    });
    return [formatAccount(staff), `Password: ${password}   (shown this once)`];
  }
  if (command === 'disable' && email !== undefined) {
    const { id } = await requireAccount(call, email);
    return [formatAccount((await call('staff.disableAccount', { params: { id } })).staff)];
  }
  if (command === 'reset-second-factor' && email !== undefined) {
    const { id } = await requireAccount(call, email);
    return [formatAccount((await call('staff.resetSecondFactor', { params: { id } })).staff)];
  }
  throw new CommandFailed(USAGE);
}

if (import.meta.main)
  await runProgram(USAGE, async (args) => {
    process.stdout.write(`${(await runStaffCommand(createStaffClient(process.env), args)).join('\n')}\n`);
    return DONE;
  });
