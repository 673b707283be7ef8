/** Runs a payment provider's stand-in in its own process, as the real provider is outside the shop. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { IPay88StandInSettings } from './ipay88/stand-in.ts';
import type { StandIn } from './stand-in.ts';
import type { TngStandInSettings } from './tng/stand-in.ts';

/** The provider and the settings of its stand-in, which travel as JSON. Port 0: any free one. */
export type StandInProgram = { port: number } & (
  | { provider: 'ipay88'; settings: IPay88StandInSettings }
  | { provider: 'tng'; settings: TngStandInSettings }
);

const PROGRAM_PATH = join(import.meta.dirname, 'stand-in-process.ts');

/** Environment variables that the process gets: none of the shop's settings. */
const PASSED_VARIABLES = ['PATH', 'SystemRoot', 'NODE_ENV', 'NODE_COMPILE_CACHE'];

/** Starts the stand-in's process and waits until it listens. Throws if it ends before. */
export async function runStandIn(program: StandInProgram): Promise<StandIn & { pid: number }> {
  const child = fork(PROGRAM_PATH, [JSON.stringify(program)], {
    execArgv: [],
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_VARIABLES.includes(name))),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { url: string }).url));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The stand-in gateway ended with ${code} before it listened`)));
  });
  // Neither the process nor its channel keeps the shop's process alive.
  child.unref();
  child.channel?.unref();
  return {
    url,
    pid: child.pid ?? 0,
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.ref();
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
