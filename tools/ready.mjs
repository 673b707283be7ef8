/**
 * What every command needs before it runs, with nothing but Node 20 and npm: packages as the lockfile has them, and the
 * pinned Node. Plain JavaScript without dependencies, since it runs before there are any.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Where stamps and caches of the tools are kept. */
const CACHE = join(ROOT, 'node_modules', '.cache', 'shop');

const hashOf = (paths) => {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(path.slice(ROOT.length)).update(readFileSync(path));
  return hash.digest('hex');
};

const stampOf = (name) => join(CACHE, `${name}.stamp`);
const isStamped = (name, hash) => existsSync(stampOf(name)) && readFileSync(stampOf(name), 'utf8') === hash;
const stamp = (name, hash) => {
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(stampOf(name), hash);
};

/** Every file below some folders, in one order everywhere; tests and what was built are left out. */
const filesBelow = (folders) =>
  folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
      .filter((path) => !/[\\/](dist|node_modules)[\\/]|\.test\.tsx?$/.test(path))
      .sort(),
  );

/** Runs a program in the foreground; ends this process where it fails. */
function run(program, args, options = {}) {
  const { status, error } = spawnSync(program, args, { cwd: ROOT, stdio: 'inherit', ...options });
  if (error !== undefined) process.stderr.write(`${program}: ${error.message}\n`);
  if (status !== 0) process.exit(status ?? 1);
}

/** Installs the packages where the lockfile says something else than what is there. */
export function installPackages() {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < 20) {
    process.stderr.write(`Node 20 or later is needed; this is ${process.versions.node}\n`);
    process.exit(1);
  }
  const hash = hashOf([join(ROOT, 'package-lock.json')]);
  if (existsSync(pinnedNode()) && isStamped('packages', hash)) return;
  process.stdout.write('Installing packages …\n');
  const windows = process.platform === 'win32';
  run(windows ? 'npm.cmd' : 'npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { shell: windows });
  stamp('packages', hash);
}

/** The pinned Node, which the package `node` brings along. */
export function pinnedNode() {
  return join(ROOT, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/** Builds the site where its sources changed since it was built. */
export function buildSite() {
  const sources = filesBelow(['web', 'core', 'contract']);
  const hash = hashOf([...sources, join(ROOT, 'package-lock.json')]);
  const isBuilt = existsSync(join(ROOT, 'web', 'dist', 'server', 'entry-server.js'));
  if (isBuilt && isStamped('site', hash)) return;
  process.stdout.write('Building the site …\n');
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  run(pinnedNode(), [vite, 'build', '--app', '--logLevel', 'error'], {
    cwd: join(ROOT, 'web'),
    env: { ...process.env, NODE_ENV: 'production' },
  });
  stamp('site', hash);
}

/** For the server: memory that one page needed and the next one does not is not kept for later (saves 100 MB). */
export const SERVER_FLAGS = ['--max-semi-space-size=8'];

/**
 * The environment of our own programs: compiled code is kept, so that the next start is quicker, and large pieces of
 * memory go back to the system when they are free (glibc raises this limit by itself, and then keeps them).
 */
export const environment = () => ({
  ...process.env,
  MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_ ?? '32768',
  // Threads that compress would each keep a heap of their own.
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(CACHE, 'compiled'),
});

const LOOK_FOR_PARENT_MS = 250;

/** Exit code of a server that refuses to start for a reason that it names: a setting, a busy port, no database. */
const REFUSED_TO_START = 1;

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** A server that ran for so long was healthy: its next pause is the first one again. */
const HEALTHY_MS = 60_000;

/** How long to pause before a restart, after the pause before the last one (0: none yet) and the time that it ran. */
export function restartPauseMs(lastPauseMs, ranForMs) {
  if (lastPauseMs === 0 || ranForMs >= HEALTHY_MS) return FIRST_PAUSE_MS;
  return Math.min(2 * lastPauseMs, LONGEST_PAUSE_MS);
}

/**
 * Hands over to a program on the pinned Node: signals go to it, and this process ends as it ends. A terminal sends its
 * Ctrl-C to both; here it is only waited for. With `restarts` a program that crashed is started again after a growing
 * pause; one that refuses its first start is not.
 */
export function handOver(args, { restarts = false } = {}) {
  let child = null;
  let isEnding = false;
  let pauseMs = 0;
  const start = () => {
    const startedAt = performance.now();
    child = spawn(pinnedNode(), args, { cwd: ROOT, stdio: 'inherit', env: environment() });
    child.on('exit', (code, signal) => {
      child = null;
      const hasRefused = code === REFUSED_TO_START && pauseMs === 0;
      if (!restarts || isEnding || code === 0 || hasRefused) process.exit(code ?? (signal === 'SIGINT' ? 130 : 1));
      pauseMs = restartPauseMs(pauseMs, performance.now() - startedAt);
      const how = signal === null ? `exit code ${code}` : signal;
      process.stderr.write(`The server crashed (${how}); it starts again in ${pauseMs / 1_000} s\n`);
      setTimeout(start, pauseMs);
    });
  };
  const end = (signal) => {
    isEnding = true;
    if (child === null) process.exit(0);
    if (signal !== 'SIGINT') child.kill('SIGTERM');
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
  // npm passes a SIGTERM on to its shell alone, which dies of it without a word to us: then we are an orphan.
  const parent = process.ppid;
  const endOrphan = () => process.ppid !== parent && end('SIGTERM');
  if (process.env.npm_lifecycle_event !== undefined) setInterval(endOrphan, LOOK_FOR_PARENT_MS).unref();
  start();
}
