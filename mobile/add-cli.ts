/**
 * `npm run app:add`: makes the native projects that are missing from Capacitor's templates; with none missing, writes
 * the app's identity into them (docs/app.md).
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCapacitor } from './capacitor.ts';
import { readIdentity, writeIdentity } from './identity.ts';

const FOLDER = import.meta.dirname;
const SITE = join(FOLDER, '..', 'web', 'dist', 'app');

const ADD_COMMANDS = { android: ['add', 'android'], ios: ['add', 'ios', '--packagemanager', 'SPM'] };

const missingPlatforms = Object.entries(ADD_COMMANDS).filter(([platform]) => !existsSync(join(FOLDER, platform)));
if (missingPlatforms.length > 0 && !existsSync(SITE)) {
  // An empty site: Capacitor copies it when it makes a project, and `npm run app:build` replaces it by the real one.
  mkdirSync(SITE, { recursive: true });
  writeFileSync(join(SITE, 'index.html'), '<!doctype html>');
}
for (const [platform, command] of missingPlatforms) {
  runCapacitor(FOLDER, command);
  process.stdout.write(`mobile/${platform} is Capacitor’s template: take our changes back from git (docs/app.md)\n`);
}
if (missingPlatforms.length === 0) {
  const changedFiles = writeIdentity(FOLDER, readIdentity());
  process.stdout.write(
    changedFiles.map((file) => `Wrote mobile/${file}\n`).join('') || 'The projects are up to date\n',
  );
}
