/** Runs the built shop with the embedded database in its own process. */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WITHOUT_OPEN_ORDER_LIMITS } from '../../server/testing/orders/open-order-settings.ts';
import { findFreePort } from '../../server/testing/processes/free-port.ts';

export type ShopProcess = {
  url: string;
  dataDir: string;
  /** Returns the process's output so far. */
  printed(): string;
  /** Ends the process as Ctrl-C does, or as a lost machine would (`SIGKILL`), and waits until it has ended. */
  stop(signal?: NodeJS.Signals): Promise<void>;
};

/** Returns the folder of rendered images, whose names have a hash of their content. */
const imageFolderOf = (dataDir: string) => join(dataDir, 'media', 'media');

/**
 * Copies the seeded data folder for another shop; the caller removes the copy. All shops of all runs share the folder
 * of rendered images, so that each size of an image is encoded once: encoding one takes as long as a visit.
 */
export function copySeededDataDir(seededDataDir: string): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-e2e-'));
  const images = imageFolderOf(seededDataDir);
  cpSync(seededDataDir, dataDir, { recursive: true, filter: (path) => path !== images });
  symlinkSync(images, imageFolderOf(dataDir), 'junction');
  return dataDir;
}

export const removeDataDir = (dataDir: string) => rmSync(dataDir, { recursive: true, force: true });

/**
 * Starts the shop on a data folder and waits until it is open; an empty folder is seeded. If the shop exits, throws an
 * error with its output.
 */
export async function openStore(
  dataDir: string,
  env: Record<string, string> = {},
  flags: readonly '--dev'[] = [],
): Promise<ShopProcess> {
  const port = await findFreePort();
  const child = spawn(process.execPath, ['server/main.ts', ...flags], {
    env: {
      ...process.env,
      NODE_ENV: '',
      DATABASE_URL: '',
      // All stories come from one address.
      RATE_LIMIT: '100000',
      RATE_LIMIT_TRACKING: '100000',
      RATE_LIMIT_CONTACT: '100000',
      RATE_LIMIT_TILL: '100000',
      RATE_LIMIT_TILL_LOOK_UPS: '100000',
      RATE_LIMIT_SIGN_IN: '100000',
      RATE_LIMIT_SIGN_UP: '100000',
      RATE_LIMIT_CODES: '100000',
      RATE_LIMIT_PAGES: '100000',
      // Each of some hundred pictures takes 100 to 260 ms of the processor less.
      IMAGE_EFFORT: '0',
      ...WITHOUT_OPEN_ORDER_LIMITS,
      DATA_DIR: dataDir,
      PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      if (output.includes('The shop is open at')) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`The shop ended with ${code}:\n${output}`)));
  });
  return {
    url: `http://localhost:${env.PORT ?? port}`,
    dataDir,
    printed: () => output,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      await exit;
    },
  };
}
