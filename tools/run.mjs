/** `node tools/run.mjs FILE [arguments]`: runs one of our programs on the pinned Node, with its packages installed. */
import { handOver, installPackages } from './ready.mjs';

const [file, ...rest] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('Which program? node tools/run.mjs FILE [arguments]\n');
  process.exit(1);
}
installPackages();
handOver([file, ...rest]);
