/**
 * `npm run release -- patch|minor|major|VERSION [--to FOLDER]`: sets the version, adds the commits' titles to
 * CHANGELOG.md, records migrations and statements (docs/decisions/0031-upgrades.md), commits and tags, and writes an
 * archive of the sources, its SBOM and their checksums. `-- record` only renews the record of the last release.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const USAGE = 'Usage: npm run release -- patch|minor|major|VERSION [--to FOLDER] | record';

/** Paths are relative to the repository in which the command runs. */
const ROOT = process.cwd();
const WORKSPACES = ['core', 'contract', 'server', 'demo', 'web', 'office', 'mobile'];
const CHANGELOG = 'CHANGELOG.md';
const RECORD = join('server', 'release', 'released');

class ReleaseFailed extends Error {}

const run = (program: string, args: readonly string[]): string =>
  execFileSync(program, args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 100_000_000,
  });
const runGit = (...args: string[]): string => run('git', args).trim();

// biome-ignore lint/suspicious/noExplicitAny: files of npm, of which only versions are changed
type PackageFile = any;

const readJson = (path: string): PackageFile => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
const writeJson = (path: string, value: PackageFile): void =>
  writeFileSync(join(ROOT, path), `${JSON.stringify(value, null, 2)}\n`);

/** Returns the next version; `wanted` is the part of the version to raise, or the next version itself. */
export function raiseVersion(current: string, wanted: string): string {
  const numbers = /^(\d+)\.(\d+)\.(\d+)$/.exec(current)?.slice(1).map(Number);
  if (numbers === undefined) throw new ReleaseFailed(`package.json has the version ${current}, not one such as 1.4.0`);
  const [major = 0, minor = 0, patch = 0] = numbers;
  if (wanted === 'major') return `${major + 1}.0.0`;
  if (wanted === 'minor') return `${major}.${minor + 1}.0`;
  if (wanted === 'patch') return `${major}.${minor}.${patch + 1}`;
  if (!/^\d+\.\d+\.\d+$/.test(wanted)) throw new ReleaseFailed(USAGE);
  return wanted;
}

function findLastTag(): string | null {
  const tags = runGit('tag', '--merged', 'HEAD', '--list', 'v[0-9]*', '--sort=-version:refname').split('\n');
  return tags[0] || null;
}

/** Sets the version of the repository and its workspaces, which require each other by exact versions. */
function setVersion(version: string): string[] {
  const ownPackages = new Set(WORKSPACES.map((name) => `@shop/${name}`));
  const update = (manifest: PackageFile) => {
    if (manifest.version !== undefined) manifest.version = version;
    for (const kind of ['dependencies', 'devDependencies']) {
      for (const name of Object.keys(manifest[kind] ?? {})) if (ownPackages.has(name)) manifest[kind][name] = version;
    }
  };
  const paths = ['package.json', ...WORKSPACES.map((name) => `${name}/package.json`)];
  for (const path of paths) {
    const manifest = readJson(path);
    update(manifest);
    writeJson(path, manifest);
  }
  const lock = readJson('package-lock.json');
  lock.version = version;
  for (const name of ['', ...WORKSPACES]) if (lock.packages[name] !== undefined) update(lock.packages[name]);
  writeJson('package-lock.json', lock);
  return [...paths, 'package-lock.json'];
}

/** Writes the commits' titles since the last release above those of the releases before. */
function writeChangelog(version: string, lastTag: string | null): void {
  const titles =
    lastTag === null ? [] : runGit('log', '--no-merges', '--format=%s', `${lastTag}..HEAD`).split('\n').filter(Boolean);
  const lines = lastTag === null ? ['The first release.'] : titles.map((title) => `- ${title}`);
  if (lines.length === 0) throw new ReleaseFailed(`There is no commit since ${lastTag}`);
  const path = join(ROOT, CHANGELOG);
  const [, before = ''] = existsSync(path) ? readFileSync(path, 'utf8').split(/^# Changes\n/m) : [];
  const date = runGit('log', '-1', '--format=%cs');
  writeFileSync(path, `# Changes\n\n## ${version} (${date})\n\n${lines.join('\n')}\n${before}`);
}

const record = (version: string, commit: string): string =>
  run(process.execPath, [join('server', 'release', 'record-cli.ts'), version, commit]);

/** Lists the packages that only development needs, as `name@version`. */
function listDevelopmentPackages(): Set<string> {
  const packages: Record<string, PackageFile> = readJson('package-lock.json').packages;
  const listReferences = (isDevelopment: boolean) =>
    Object.entries(packages).flatMap(([path, each]) =>
      (each.dev === true) === isDevelopment ? [`${path.split('node_modules/').at(-1)}@${each.version}`] : [],
    );
  const neededPackages = new Set(listReferences(false));
  return new Set(listReferences(true).filter((each) => !neededPackages.has(each)));
}

/**
 * Composes the list of the packages that a shop runs with, as CycloneDX. npm's own `--omit=dev` also leaves out what
 * the server and the repository's tools both need, such as `pg`.
 */
function composeSbom(): PackageFile {
  const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];
  const sbom: PackageFile = JSON.parse(run('npm', args));
  const omittedPackages = listDevelopmentPackages();
  const isNeeded = (reference: string) => !omittedPackages.has(reference);
  return {
    ...sbom,
    components: sbom.components.filter((each: PackageFile) => isNeeded(`${each.name}@${each.version}`)),
    dependencies: sbom.dependencies
      .filter(({ ref }: PackageFile) => isNeeded(ref))
      .map((each: PackageFile) => ({ ...each, dependsOn: (each.dependsOn ?? []).filter(isNeeded) })),
  };
}

/** Writes the archive of a tag, its SBOM, and their checksums. Returns their paths. */
function writeArchive(version: string, folder: string): string[] {
  mkdirSync(folder, { recursive: true });
  const name = `${readJson('package.json').name}-${version}`;
  const archive = `${name}.tar.gz`;
  runGit('archive', '--format=tar.gz', `--prefix=${name}/`, `--output=${join(folder, archive)}`, `v${version}`);
  const sbom = `${name}.cdx.json`;
  writeFileSync(join(folder, sbom), `${JSON.stringify(composeSbom(), null, 2)}\n`);
  const sums = [archive, sbom].map((file) => {
    const hash = createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex');
    return `${hash}  ${file}\n`;
  });
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
  return [archive, sbom, 'SHA256SUMS'].map((file) => join(folder, file));
}

function release(wanted: string, folder: string): void {
  if (runGit('status', '--porcelain') !== '')
    throw new ReleaseFailed('Commit your changes first: git status lists them');
  // Checked before anything is changed: npm lists packages (`npm sbom`) since 10.2.
  const [major = 0, minor = 0] = run('npm', ['--version']).split('.').map(Number);
  if (major < 10 || (major === 10 && minor < 2)) throw new ReleaseFailed('A release needs npm 10.2 or later');
  const version = raiseVersion(readJson('package.json').version, wanted);
  if (runGit('tag', '--list', `v${version}`) !== '') throw new ReleaseFailed(`v${version} was released before`);
  const commit = runGit('rev-parse', 'HEAD');
  writeChangelog(version, findLastTag());
  const versionedPaths = setVersion(version);
  record(version, commit);
  runGit('add', CHANGELOG, RECORD, ...versionedPaths);
  runGit('commit', '--quiet', '--message', `Release ${version}`);
  runGit('tag', '--annotate', '--message', `Release ${version}`, `v${version}`);
  for (const path of writeArchive(version, folder)) process.stdout.write(`${path}\n`);
  process.stdout.write(`Publish it: git push --follow-tags\n`);
}

function main(): void {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { to: { type: 'string', default: 'release' } },
  });
  const [versionArgument] = positionals;
  if (versionArgument === undefined || positionals.length > 1) throw new ReleaseFailed(USAGE);
  if (versionArgument === 'record') record(readJson('package.json').version, runGit('rev-parse', 'HEAD'));
  else release(versionArgument, resolve(values.to));
}

if (import.meta.main) {
  try {
    main();
  } catch (error) {
    const isExplained = error instanceof ReleaseFailed || (error instanceof Error && 'code' in error);
    process.stderr.write(`${isExplained ? (error as Error).message : (error as Error).stack}\n`);
    process.exitCode = 1;
  }
}
