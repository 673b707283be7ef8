/** `npm run doctor [-- --processes 1]`: checks the installation; a line each, `ok` or what to do. */
import { parseArgs } from 'node:util';
import { CommandFailed, DONE, NOTHING_DONE, runProgram } from '../command-line.ts';
import { examineShop } from './doctor.ts';

const USAGE = 'Usage: npm run doctor [-- --processes 1]   exit code 1: something must be done';

await runProgram(USAGE, async (args) => {
  const { values } = parseArgs({ args: [...args], options: { processes: { type: 'string', default: '1' } } });
  if (!/^[1-9]\d{0,2}$/.test(values.processes)) throw new CommandFailed('--processes must be from 1 to 999');
  const findings = await examineShop(process.env, { processes: Number(values.processes) });
  for (const { subject, needsAction, text } of findings) {
    process.stdout.write(`${needsAction ? 'TO DO' : 'ok   '} ${subject.padEnd(12)} ${text}\n`);
  }
  return findings.some(({ needsAction }) => needsAction) ? NOTHING_DONE : DONE;
});
