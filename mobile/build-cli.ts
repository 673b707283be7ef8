/**
 * `npm run app:build`: builds the site for the shell and copies it into both projects. `APP_ORIGIN` is the shop's
 * origin, by default the first host of the app's identity.
 */
import { buildAppSite } from '../tools/ready.mjs';
import { runCapacitor } from './capacitor.ts';
import { readIdentity, requireOrigin, writeIdentity } from './identity.ts';

const identity = readIdentity();

/** Reads the shop's origin; exits with a one-line message if the app could not connect to it. */
function readOrigin(): string {
  try {
    return requireOrigin(process.env.APP_ORIGIN, identity.hosts);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    return process.exit(1);
  }
}

const origin = readOrigin();
writeIdentity(import.meta.dirname, identity);
buildAppSite(origin);
process.stdout.write(runCapacitor(import.meta.dirname, ['sync']));
process.stdout.write(`The projects hold the site for ${origin}. Android Studio and Xcode build them (docs/app.md)\n`);
