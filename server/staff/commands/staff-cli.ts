/** `npm run staff -- add EMAIL ROLE… | disable EMAIL | list`: staff accounts of the running shop. */
import type { StaffAccount } from '@shop/contract/staff/staff';
import { CommandFailed, DONE, runProgram } from '../../command-line.ts';
import { type StaffClient, staffClient } from './staff-client.ts';

const USAGE = 'Usage: npm run staff -- add EMAIL ROLE [ROLE …] | disable EMAIL | list';

const lineOf = ({ email, roles, is_active }: StaffAccount): string =>
  `${email}  ${roles.join(', ')}${is_active ? '' : '  (disabled)'}`;

/** Runs one command and returns the lines to print. */
export async function staffCommand(call: StaffClient, args: readonly string[]): Promise<string[]> {
  const [command, email, ...roles] = args;
  if (command === 'list') {
    const { data } = await call('GET', '/accounts');
    return data.length === 0 ? ['No staff accounts yet'] : data.map(lineOf);
  }
  if (command === 'add' && email !== undefined && roles.length > 0) {
    const { staff, password } = await call('POST', '/accounts', { email, roles });
    return [lineOf(staff), `Password: ${password}   (shown this once)`];
  }
  if (command === 'disable' && email !== undefined) {
    const { data } = await call('GET', '/accounts');
    const account = data.find((each: StaffAccount) => each.email === email.toLowerCase());
    if (account === undefined) throw new CommandFailed(`No staff account has the email ${email}`);
    return [lineOf((await call('POST', `/accounts/${account.id}/disable`)).staff)];
  }
  throw new CommandFailed(USAGE);
}

if (import.meta.main)
  await runProgram(USAGE, async (args) => {
    process.stdout.write(`${(await staffCommand(staffClient(process.env), args)).join('\n')}\n`);
    return DONE;
  });
