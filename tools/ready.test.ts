import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

/** Runs a script in a Node process without TypeScript, as the commands do, with `ready.mjs` imported as "ready". */
function run(script: string) {
  const child = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import * as ready from './tools/ready.mjs'; ${script}`,
  ]);
  return { child, exit: once(child, 'exit') };
}

/** Runs a program by `ready.mjs`, which restarts it after a crash. */
const supervise = (program: string) => run(`ready.handOver(['-e', ${JSON.stringify(program)}], { restarts: true });`);

test('doubles the pause before a restart from 1 s to 30 s, and resets it after a minute without a crash', async () => {
  const { child } = run(`
    const pauses = [];
    for (let crash = 0; crash < 7; crash++) pauses.push(ready.restartPauseMs(pauses.at(-1) ?? 0, 59_999));
    console.log(JSON.stringify([...pauses, ready.restartPauseMs(30_000, 60_000)]));`);
  expect(JSON.parse(await text(child.stdout))).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 1_000]);
});

test('does not restart a program that refuses to start', async () => {
  const { child, exit } = supervise('process.exit(1)');
  expect(await text(child.stderr)).toBe('');
  expect(await exit).toEqual([1, null]);
});

test('does not restart a program that exits with 0', async () => {
  expect(await supervise('').exit).toEqual([0, null]);
});

test.skipIf(process.platform === 'win32')('SIGTERM during the pause before a restart ends it', async () => {
  const { child, exit } = supervise('process.kill(process.pid, "SIGKILL")');
  const [line] = await once(child.stderr, 'data');
  expect(String(line)).toBe('The server crashed (SIGKILL); it starts again in 1 s\n');
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});
