/**
 * Prepares every command with only Node 20 and npm: installs the lockfile's packages and finds the pinned Node. Plain
 * JavaScript without dependencies, since it runs before they exist.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** The folder of the tools' stamps and caches. */
const CACHE = join(ROOT, 'node_modules', '.cache', 'shop');

const hashFiles = (paths) => {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(path.slice(ROOT.length)).update(readFileSync(path));
  return hash.digest('hex');
};

const stampPath = (name) => join(CACHE, `${name}.stamp`);
const isStamped = (name, hash) => existsSync(stampPath(name)) && readFileSync(stampPath(name), 'utf8') === hash;
const stamp = (name, hash) => {
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(stampPath(name), hash);
};

/** Lists the files below some folders in a stable order, without tests and build output. */
const listFilesBelow = (folders) =>
  folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
      .filter((path) => !/[\\/](dist|node_modules)[\\/]|\.test\.tsx?$/.test(path))
      .sort(),
  );

/** Runs a program in the foreground; exits if it fails. */
function run(program, args, options = {}) {
  const { status, error } = spawnSync(program, args, { cwd: ROOT, stdio: 'inherit', ...options });
  if (error !== undefined) process.stderr.write(`${program}: ${error.message}\n`);
  if (status !== 0) process.exit(status ?? 1);
}

/** Installs the packages if they differ from the lockfile. */
export function installPackages() {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < 20) {
    process.stderr.write(`Node 20 or later is needed; this is ${process.versions.node}\n`);
    process.exit(1);
  }
  const hash = hashFiles([join(ROOT, 'package-lock.json')]);
  if (existsSync(findPinnedNode()) && isStamped('packages', hash)) return;
  process.stdout.write('Installing packages …\n');
  const windows = process.platform === 'win32';
  run(windows ? 'npm.cmd' : 'npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { shell: windows });
  stamp('packages', hash);
}

/** Returns the path of the pinned Node, from the package `node`. */
export function findPinnedNode() {
  return join(ROOT, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

function build(workspace, args, more = {}) {
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  run(findPinnedNode(), [vite, 'build', ...args, '--logLevel', 'error'], {
    cwd: join(ROOT, workspace),
    env: { ...process.env, NODE_ENV: 'production', ...more },
  });
}

/** Builds a workspace if its sources changed; `result` is a file of the build. */
function buildIfChanged(workspace, name, result, args) {
  const sources = listFilesBelow([workspace, 'core', 'contract']);
  const hash = hashFiles([...sources, join(ROOT, 'package-lock.json')]);
  if (existsSync(join(ROOT, workspace, 'dist', ...result)) && isStamped(name, hash)) return;
  process.stdout.write(`Building the ${name} …\n`);
  build(workspace, args);
  stamp(name, hash);
}

/** Builds the site and the office, each if its sources changed. */
export function buildSite() {
  buildIfChanged('web', 'site', ['server', 'entry-server.js'], ['--app']);
  buildIfChanged('office', 'office', ['index.html'], []);
}

/** Builds the site's files for the app into a folder. `origin`: where the shop is, such as `https://shop.example`. */
export function buildAppSite(origin, folder = join(ROOT, 'web', 'dist', 'app')) {
  build('web', ['--mode', 'app'], { VITE_API_HOST: origin, APP_SITE_DIR: folder });
}

/**
 * Flags of V8: a young generation that returns memory between requests (saves 100 MB), and an old one that grows less
 * (35 MB).
 */
export const SERVER_FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=70'];

/**
 * Returns the environment of our programs: caches compiled code for a quicker start, and returns large free blocks to
 * the system (glibc would raise this threshold and keep them).
 */
export const environment = () => ({
  ...process.env,
  MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_ ?? '32768',
  // Compression threads would each have a heap.
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(CACHE, 'compiled'),
});

const LOOK_FOR_PARENT_MS = 250;

/** Exit code of a server that refuses to start: a bad setting, a busy port, no database. */
const REFUSED_TO_START = 1;

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** A server that ran this long was healthy: the pause starts again from the shortest. */
const HEALTHY_MS = 60_000;

/** Computes the pause before a restart from the previous pause (0 if none) and the run time. */
export function restartPauseMs(lastPauseMs, ranForMs) {
  if (lastPauseMs === 0 || ranForMs >= HEALTHY_MS) return FIRST_PAUSE_MS;
  return Math.min(2 * lastPauseMs, LONGEST_PAUSE_MS);
}

/**
 * Runs a program on the pinned Node, forwards signals, and exits as it exits. A terminal sends Ctrl-C to both
 * processes. With `restarts`, restarts a crashed program after a growing pause, unless its first start failed.
 */
export function handOver(args, { restarts = false } = {}) {
  let child = null;
  let isEnding = false;
  let pauseMs = 0;
  const start = () => {
    const startedAt = performance.now();
    child = spawn(findPinnedNode(), args, { cwd: ROOT, stdio: 'inherit', env: environment() });
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
  // npm sends SIGTERM only to its shell, which dies silently and orphans this process.
  const parent = process.ppid;
  const endOrphan = () => process.ppid !== parent && end('SIGTERM');
  if (process.env.npm_lifecycle_event !== undefined) setInterval(endOrphan, LOOK_FOR_PARENT_MS).unref();
  start();
}
