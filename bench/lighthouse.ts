/**
 * Runs Lighthouse (mobile, its simulated throttling) on a page, with npm's own cache: it has 115 packages and 176 MB,
 * too much for every clone.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median } from './report.ts';

const LIGHTHOUSE_VERSION = '13.5.0';
const MEASURED_RUNS = 5;
const TIMEOUT_MS = 120_000;
const CHROME_FLAGS = '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run';

const run = promisify(execFile);

/** The performance score (0 to 100) and two of its parts. */
type LighthouseRun = { performance: number; largestPaintMs: number; blockedMs: number };

/** Medians of the runs. `repeated` counts runs without a result, each done again. */
export type Scores = LighthouseRun & { repeated: number };

/** Chromium sometimes loses the start of a navigation in its trace, mostly while the machine is busy. */
export const LOST_TRACE = 'NO_NAVSTART';
const MAX_REPEATS = 3;

/** Runs Lighthouse once; null if the trace lacks the start of the navigation. */
async function runOnce(url: string, chromium: string): Promise<LighthouseRun | null> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-lighthouse-'));
  const path = join(folder, 'report.json');
  try {
    await run(
      'npm',
      [
        ...['exec', '--yes', `--package=lighthouse@${LIGHTHOUSE_VERSION}`, '--', 'lighthouse', url, '--quiet'],
        // Into a file: Lighthouse's printed output can be cut off when it exits.
        ...[
          '--output=json',
          `--output-path=${path}`,
          '--only-categories=performance',
          `--chrome-flags=${CHROME_FLAGS}`,
        ],
      ],
      { env: { ...process.env, CHROME_PATH: chromium }, timeout: TIMEOUT_MS },
    ).catch((error) => {
      // It exits with an error after it wrote a report of an error.
      if (!existsSync(path)) throw error;
    });
    return readReport(readFileSync(path, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Reads Lighthouse's report, as JSON; null for `LOST_TRACE`. Throws if the page could not be measured otherwise. */
function readReport(text: string): LighthouseRun | null {
  const { runtimeError, categories, audits } = JSON.parse(text);
  const errors = [runtimeError?.code, audits['largest-contentful-paint'].errorMessage].filter(Boolean).join(' ');
  if (errors.includes(LOST_TRACE)) return null;
  if (errors !== '') throw new Error(`Lighthouse could not measure the page: ${errors}`);
  return {
    performance: Math.round(categories.performance.score * 100),
    largestPaintMs: audits['largest-contentful-paint'].numericValue,
    blockedMs: audits['total-blocking-time'].numericValue,
  };
}

/** Measures a page; the median of five runs. Null if more than `MAX_REPEATS` runs had no result. */
export async function runLighthouse(url: string, chromium: string): Promise<Scores | null> {
  const all: LighthouseRun[] = [];
  let repeats = 0;
  while (all.length < MEASURED_RUNS) {
    const scores = await runOnce(url, chromium);
    if (scores !== null) all.push(scores);
    else if (++repeats > MAX_REPEATS) return null;
  }
  const medianOf = (key: keyof LighthouseRun) => median(all.map((scores) => scores[key]));
  return {
    performance: medianOf('performance'),
    largestPaintMs: medianOf('largestPaintMs'),
    blockedMs: medianOf('blockedMs'),
    repeated: repeats,
  };
}
