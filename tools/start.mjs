/**
 * `npm start` and `npm run dev`: installs and builds what is missing, then serves the shop; `npm start` restarts it
 * after a crash.
 */
import { buildSite, handOver, installPackages, SERVER_FLAGS } from './ready.mjs';

const isDevelopment = process.argv.includes('--dev');

installPackages();
if (isDevelopment) {
  handOver(['--watch', '--watch-preserve-output', 'server/main.ts', '--dev']);
} else {
  buildSite();
  handOver([...SERVER_FLAGS, 'server/main.ts'], { restarts: true });
}
