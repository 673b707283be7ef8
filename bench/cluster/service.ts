/** Starts, kills and stops the programs of a cluster, each in its own process group with a log in the cluster's folder. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Time for a program to end after SIGTERM, in milliseconds. */
const STOP_MS = 15_000;

export type UserIds = { uid?: number; gid?: number };

/** Returns the user of the services: PostgreSQL refuses root, in whose place its package's user runs them. */
export function findServiceUser(): UserIds {
  if (process.getuid?.() !== 0) return {};
  const readId = (kind: '-u' | '-g') => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));
  return { uid: readId('-u'), gid: readId('-g') };
}

export type Program = {
  name: string;
  command: readonly [string, ...string[]];
  /** Folder of the log. */
  folder: string;
  cwd?: string;
  env?: Record<string, string>;
  user?: UserIds;
};

export type Service = {
  name: string;
  pid(): number;
  start(): void;
  isRunning(): boolean;
  /** Stops it by SIGTERM; kills it and its children if that takes too long. */
  stop(): Promise<void>;
  /** Kills it and its children at once. */
  kill(): Promise<void>;
  /** The end of its log. */
  log(): string;
};

const isEnded = (child: ChildProcess | null): boolean =>
  child === null || child.exitCode !== null || child.signalCode !== null;

/** Sends a signal to a process or, with a negative id, to a group; one that is gone is fine. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Starts a program. */
export function startService({ name, command, folder, cwd = folder, env, user = {} }: Program): Service {
  const logPath = join(folder, `${name}.log`);
  let child: ChildProcess | null = null;
  let gone: Promise<unknown> = Promise.resolve();
  const signalGroup = (signal: NodeJS.Signals) => {
    if (child?.pid !== undefined) signalProcess(-child.pid, signal);
  };
  const service: Service = {
    name,
    pid: () => child?.pid ?? 0,
    start() {
      const log = openSync(logPath, 'a');
      const [file, ...rest] = command;
      const started = spawn(file, rest, {
        cwd,
        detached: true,
        stdio: ['ignore', log, log],
        env: { ...process.env, ...env },
        ...user,
      });
      closeSync(log);
      // A program that cannot be started emits no exit.
      gone = new Promise((resolve) => started.once('exit', resolve).once('error', resolve));
      child = started;
    },
    isRunning: () => !isEnded(child),
    async stop() {
      if (isEnded(child)) return;
      child?.kill('SIGTERM');
      const waiting = new AbortController();
      const late = sleep(STOP_MS, undefined, { signal: waiting.signal }).catch(() => {});
      await Promise.race([gone, late]);
      waiting.abort();
      signalGroup('SIGKILL');
      await gone;
    },
    async kill() {
      signalGroup('SIGKILL');
      await gone;
    },
    log: () => readFileSync(logPath, 'utf8').slice(-4_000),
  };
  service.start();
  return service;
}

/** Waits until `check` resolves to true; throws after `seconds`, with the end of the service's log. */
export async function waitUntil(
  what: string,
  check: () => Promise<boolean>,
  { seconds = 60, service }: { seconds?: number; service?: Service } = {},
): Promise<void> {
  const until = performance.now() + seconds * 1_000;
  while (!(await check().catch(() => false))) {
    const hasEnded = service !== undefined && !service.isRunning();
    if (hasEnded || performance.now() > until) {
      const log = service === undefined ? '' : `:\n${service.log()}`;
      throw new Error(`${what} ${hasEnded ? 'ended' : `took longer than ${seconds} s`}${log}`);
    }
    await sleep(200);
  }
}

/** Returns whether an address responds with 200. */
export async function isOk(url: string, method = 'GET'): Promise<boolean> {
  const response = await fetch(url, { method, signal: AbortSignal.timeout(2_000) });
  await response.arrayBuffer();
  return response.status === 200;
}
