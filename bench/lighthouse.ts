/**
 * Runs Lighthouse (mobile, its simulated throttling) on a page, with npm's own cache: it has 115 packages and 176 MB,
 * too much for every clone.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { median } from './report.ts';

const VERSION = '13.5.0';
const RUNS = 5;
const TIMEOUT_MS = 120_000;
const CHROME_FLAGS = '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run';

const run = promisify(execFile);

/** The performance score (0 to 100) and two of its parts. */
export type Scores = { performance: number; largestPaintMs: number; blockedMs: number };

async function runOnce(url: string, chromium: string): Promise<Scores> {
  const { stdout } = await run(
    'npm',
    [
      ...['exec', '--yes', `--package=lighthouse@${VERSION}`, '--', 'lighthouse', url],
      ...['--quiet', '--output=json', '--only-categories=performance', `--chrome-flags=${CHROME_FLAGS}`],
    ],
    { env: { ...process.env, CHROME_PATH: chromium }, timeout: TIMEOUT_MS, maxBuffer: 64 * 1024 * 1024 },
  );
  const { categories, audits } = JSON.parse(stdout);
  return {
    performance: Math.round(categories.performance.score * 100),
    largestPaintMs: audits['largest-contentful-paint'].numericValue,
    blockedMs: audits['total-blocking-time'].numericValue,
  };
}

/** Measures a page; the median of five runs. */
export async function lighthouse(url: string, chromium: string): Promise<Scores> {
  const all: Scores[] = [];
  for (let i = 0; i < RUNS; i++) all.push(await runOnce(url, chromium));
  const of = (key: keyof Scores) => median(all.map((scores) => scores[key]));
  return { performance: of('performance'), largestPaintMs: of('largestPaintMs'), blockedMs: of('blockedMs') };
}
