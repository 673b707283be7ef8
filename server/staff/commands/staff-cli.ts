/** `npm run staff -- add EMAIL ROLE… | disable EMAIL | list`: staff accounts of the running shop. */
import type { StaffAccount } from '@shop/contract/staff/staff';
import type { StaffRole } from '@shop/core/staff/roles';
import { CommandFailed, DONE, runProgram } from '../../command-line.ts';
import { type StaffClient, staffClient } from './staff-client.ts';

const USAGE = 'Usage: npm run staff -- add EMAIL ROLE [ROLE …] | disable EMAIL | list';

const formatAccount = ({ email, roles, is_active }: StaffAccount): string =>
  `${email}  ${roles.join(', ')}${is_active ? '' : '  (disabled)'}`;

/** Runs one command and returns the lines to print. */
export async function staffCommand(call: StaffClient, args: readonly string[]): Promise<string[]> {
  const [command, email, ...roles] = args;
  if (command === 'list') {
    const { data } = await call('staff.accounts', {});
    return data.length === 0 ? ['No staff accounts yet'] : data.map(formatAccount);
  }
  if (command === 'add' && email !== undefined && roles.length > 0) {
    // The shop refuses roles that do not exist.
    const { staff, password } = await call('staff.addAccount', { body: { email, roles: roles as StaffRole[] } });
    return [formatAccount(staff), `Password: ${password}   (shown this once)`];
  }
  if (command === 'disable' && email !== undefined) {
    const { data } = await call('staff.accounts', {});
    const account = data.find((each) => each.email === email.toLowerCase());
    if (account === undefined) throw new CommandFailed(`No staff account has the email ${email}`);
    return [formatAccount((await call('staff.disableAccount', { params: { id: account.id } })).staff)];
  }
  throw new CommandFailed(USAGE);
}

if (import.meta.main)
  await runProgram(USAGE, async (args) => {
    process.stdout.write(`${(await staffCommand(staffClient(process.env), args)).join('\n')}\n`);
    return DONE;
  });
