/** Runs the stand-in gateway in its own process, because the real gateway is one too. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { StandIn } from '../stand-in.ts';
import type { IPay88Settings } from './settings.ts';

export type StandInSettings = {
  /** 0: any free port. */
  port: number;
  account: Pick<IPay88Settings, 'merchantCode' | 'merchantKey'>;
  /** Stores its payments, so that they outlive the process. */
  file: string;
};

const PROGRAM = join(import.meta.dirname, 'stand-in-process.ts');

/** The variables that it gets: none of the shop's settings. */
const PASSED_ON = ['PATH', 'SystemRoot', 'NODE_ENV', 'NODE_COMPILE_CACHE'];

/** Starts it and waits until it listens. Throws if it ends before. */
export async function runStandIn(settings: StandInSettings): Promise<StandIn & { pid: number }> {
  const child = fork(PROGRAM, [JSON.stringify(settings)], {
    execArgv: [],
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.includes(name))),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { url: string }).url));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The stand-in gateway ended with ${code} before it listened`)));
  });
  // Neither keeps the shop's process alive.
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
