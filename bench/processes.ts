/** Starts the measured processes, reads their memory and processor time, and stops them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WITHOUT_OPEN_ORDER_LIMITS } from '../server/testing/orders/open-order-settings.ts';
import { SERVER_FLAGS } from '../tools/ready.mjs';
import { runLoad, serializeRequest } from './load.ts';

const ROOT = join(import.meta.dirname, '..');
const START_MS = 60_000;

/** Settings that lift the limits which the load of one machine would reach. */
export const WITHOUT_LIMITS: Readonly<Record<string, string>> = {
  RATE_LIMIT: '1000000',
  RATE_LIMIT_TRACKING: '1000000',
  RATE_LIMIT_PAGES: '1000000',
  ...WITHOUT_OPEN_ORDER_LIMITS,
};

export type StartedProcess = {
  port: number;
  pid: number;
  /** Milliseconds from spawn to the first successful response. */
  startedIn: number;
  stop(): Promise<void>;
};

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

async function stopProcess(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

/** Starts the bare server that everything is compared with; with `bytes` it sends that many instead of hello. */
export async function startHello(bytes?: number): Promise<StartedProcess> {
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'hello.ts'), ...(bytes === undefined ? [] : [String(bytes)])],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.once('data', (line) => resolve(Number(line)));
    child.once('exit', () => reject(new Error('The bare server did not start')));
  });
  return { port, pid: child.pid ?? 0, startedIn: performance.now() - startedAt, stop: () => stopProcess(child) };
}

async function waitForResponse(port: number, path: string): Promise<boolean> {
  const result = await runLoad({
    port,
    connections: 1,
    seconds: 1,
    next: (_, response) => (response === null ? serializeRequest('GET', path) : null),
  }).catch(() => null);
  return result !== null && result.requests === 1 && result.failed === 0;
}

/** Interval between polls of a starting server. */
const POLL_MS = 5;

/** Starts the shop on a database, without a rate limit. Resolves when `path` responds. */
export async function startShop(
  url: string,
  port: number,
  {
    script = 'server/main.ts',
    path = '/api/health/ready',
    nodeArguments = [] as string[],
    env = {} as Record<string, string>,
  } = {},
): Promise<StartedProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-bench-'));
  const logPath = join(dataDir, 'log');
  const log = openSync(logPath, 'a');
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...SERVER_FLAGS, ...nodeArguments, join(ROOT, script)], {
    cwd: dataDir,
    stdio: ['ignore', log, log],
    env: {
      ...process.env,
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: String(port),
      ...WITHOUT_LIMITS,
      ...env,
    },
  });
  closeSync(log);
  const clean = () => rmSync(dataDir, { recursive: true, force: true });
  while (!(await waitForResponse(port, path))) {
    if (hasEnded(child) || performance.now() - startedAt > START_MS) {
      const log = readFileSync(logPath, 'utf8');
      await stopProcess(child);
      clean();
      throw new Error(`The shop did not start:\n${log}`);
    }
    await sleep(POLL_MS);
  }
  return {
    port,
    pid: child.pid ?? 0,
    startedIn: performance.now() - startedAt,
    async stop() {
      await stopProcess(child);
      clean();
    },
  };
}

/** Ticks of processor time a second, as Linux counts them in /proc. */
const TICKS_PER_SECOND = 100;

/** Reads the processor time of a process, in milliseconds; null without /proc. */
export function readProcessorTime(pid: number): number | null {
  try {
    // Past the name, which may hold spaces: the 14th and 15th fields are ticks in user and in kernel mode.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
  } catch {
    return null;
  }
}

function readMemory(pid: number, field: 'VmRSS' | 'VmHWM'): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}

/** Reads the resident memory of a process, in bytes; null without /proc. */
export const readResidentMemory = (pid: number): number | null => readMemory(pid, 'VmRSS');

/** Reads the peak resident memory of a process, in bytes; null without /proc. */
export const readPeakMemory = (pid: number): number | null => readMemory(pid, 'VmHWM');

/** Counts the files and sockets that a process has open; null without /proc. */
export function countOpenFiles(pid: number): number | null {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return null;
  }
}
