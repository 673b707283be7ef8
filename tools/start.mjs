/** `npm start` and `npm run dev`: installs and builds what is missing, then serves the shop. */
import { buildSite, handOver, installPackages, SERVER_FLAGS } from './ready.mjs';

const isDevelopment = process.argv.includes('--dev');

installPackages();
if (isDevelopment) {
  handOver(['--watch', '--watch-preserve-output', 'server/main.ts', '--dev']);
} else {
  buildSite();
  handOver([...SERVER_FLAGS, 'server/main.ts']);
}
