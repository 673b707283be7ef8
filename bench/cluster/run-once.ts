import { existsSync } from 'node:fs';
import { listMissingPackages } from './programs.ts';
import { removeFolder } from './remove-folder.ts';

type StopFunction = () => Promise<void> | void;

/** Returns why the cluster cannot start on this machine; null if it can. */
function findObstacle(): string | null {
  const missing = listMissingPackages();
  if (missing.length > 0) return `The cluster needs Debian's packages: apt-get install ${missing.join(' ')}`;
  if (process.getuid?.() !== 0) return 'The cluster needs root, which starts its services as the user postgres';
  return null;
}

/**
 * Runs `work` in a folder, which is removed afterwards. `work` registers functions that stop its programs; they run at
 * the end, on an error and on Ctrl-C. Sets the exit code: 0 if `work` resolves to true.
 */
export async function runOnce(
  folder: string,
  work: (onStop: (stop: StopFunction) => void) => Promise<boolean>,
): Promise<never> {
  const stops: StopFunction[] = [];
  let stopping: Promise<void> | null = null;
  const stopAll = async () => {
    for (const stop of stops.toReversed()) {
      await Promise.resolve(stop()).catch((error) => process.stderr.write(`${error}\n`));
    }
    if (existsSync(folder)) removeFolder(folder);
  };
  const stop = () => (stopping ??= stopAll());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stop().finally(() => process.exit(1));
    });
  }
  const obstacle = findObstacle();
  let isRight = false;
  try {
    if (obstacle === null) isRight = await work((each) => stops.push(each));
    else process.stderr.write(`${obstacle}\n`);
  } catch (error) {
    // After a signal the work fails because its programs were stopped.
    if (stopping === null) process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  }
  await stop();
  process.exit(isRight ? 0 : 1);
}
