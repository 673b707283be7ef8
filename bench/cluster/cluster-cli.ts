/**
 * `npm run cluster -- [FOLDER]` starts the cluster in a folder, which is removed afterwards, and runs it until Ctrl-C
 * (docs/running.md#many-machines).
 */
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startCluster } from './cluster.ts';
import { runOnce } from './run-once.ts';

const printLine = (line: string) => process.stdout.write(`${line}\n`);

const [given] = process.argv.slice(2);
const folder = given === undefined ? mkdtempSync(join(tmpdir(), 'shop-cluster-')) : resolve(given);
if (given !== undefined && existsSync(folder)) {
  process.stderr.write(`${folder} exists; name a folder that does not\n`);
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
await runOnce(folder, async (onStop) => {
  const options = { folder, port: 28_700, shops: 3, etcd: 3, products: 300, archiveTimeout: 10 };
  const { balancerPort, url } = await startCluster(options, onStop);
  printLine(`The shop is open at http://127.0.0.1:${balancerPort}; Ctrl-C stops everything`);
  printLine(`  Primary  ${url}`);
  printLine(`  Files    ${folder}`);
  return new Promise<boolean>(() => {
    // Ends with a signal.
    setInterval(() => {}, 60_000);
  });
});
