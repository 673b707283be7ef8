/** Unpacks the sources of the last release from the repository's history, to run them beside this version. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { readRelease } from '../released.ts';
import { GIT_ENV } from './process-env.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const RELEASED_PACKAGES = ['core', 'contract', 'server', 'demo'];

const runGit = (...args: string[]): Buffer =>
  execFileSync('git', ['-C', ROOT, ...args], {
    env: GIT_ENV,
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 500_000_000,
  });

/** Finds the release by its tag, else by the commit in its record; null if the history does not have it. */
function findCommit(): string | null {
  const { version, commit } = readRelease();
  for (const name of [`v${version}`, commit]) {
    try {
      return String(runGit('rev-parse', '--verify', '--quiet', `${name}^{commit}`)).trim();
    } catch {
      // A shallow clone or an unpacked archive does not have the commit.
    }
  }
  return null;
}

/** Links the packages that the release shares with this version; the workspaces are the release's own. */
function linkPackages(folder: string): void {
  for (const workspace of ['.', ...RELEASED_PACKAGES]) {
    const from = join(ROOT, workspace, 'node_modules');
    const to = join(folder, workspace, 'node_modules');
    if (!existsSync(from)) continue;
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from).filter((each) => each !== '@shop'))
      symlinkSync(join(from, name), join(to, name));
  }
  const scope = join(folder, 'node_modules', '@shop');
  mkdirSync(scope);
  for (const name of RELEASED_PACKAGES) symlinkSync(join('..', '..', name), join(scope, name));
}

/** Lists the packages that the release needs and this version no longer has. */
function listMissingPackages(folder: string): string[] {
  return RELEASED_PACKAGES.flatMap((name) => {
    const { dependencies = {} } = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8'));
    const places = [join(folder, name), folder].map((place) => join(place, 'node_modules'));
    return Object.keys(dependencies).filter((each) => !places.some((place) => existsSync(join(place, each))));
  });
}

/**
 * Unpacks the last release into a folder; null where the history lacks it, or this version lacks its packages. The
 * server of the release then starts as this one does.
 */
export function unpackRelease(folder: string): { root: string; commit: string } | null {
  const commit = findCommit();
  if (commit === null) return null;
  const archive = runGit('archive', commit, 'package.json', ...RELEASED_PACKAGES);
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  linkPackages(folder);
  return listMissingPackages(folder).length === 0 ? { root: folder, commit } : null;
}
