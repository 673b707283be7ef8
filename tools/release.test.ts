/** `npm run release` on a clone of this repository: version, changelog, record, tag, archive, SBOM and checksums. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { GIT_ENV } from '../server/testing/processes/process-env.ts';
import { raiseVersion } from './release.ts';

const ROOT = join(import.meta.dirname, '..');
/** An unpacked archive has no history to release from. */
const hasHistory = spawnSync('git', ['-C', ROOT, 'rev-parse', 'HEAD'], { env: GIT_ENV }).status === 0;

const folder = mkdtempSync(join(tmpdir(), 'shop-release-'));
const clone = join(folder, 'clone');
const out = join(folder, 'out');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const git = (...args: string[]) =>
  execFileSync('git', ['-C', clone, ...args], { encoding: 'utf8', env: GIT_ENV }).trim();
const read = (path: string) => readFileSync(join(clone, path), 'utf8');

/** Clones the repository as it is on disk, with the installed packages. */
function cloneRepository(): void {
  execFileSync('git', ['clone', '--quiet', '--no-tags', ROOT, clone], { env: GIT_ENV });
  git('config', 'user.name', 'A test');
  git('config', 'user.email', 'test@shop.example');
  appendFileSync(join(clone, '.git', 'info', 'exclude'), 'node_modules\n');
  for (const path of ['package.json', 'tools/release.ts', 'server/release']) {
    cpSync(join(ROOT, path), join(clone, path), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
  commit('Say hello to shoppers');
}

function commit(title: string): void {
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', '--message', title);
}

const release = (...args: string[]) =>
  spawnSync(process.execPath, [join(clone, 'tools', 'release.ts'), ...args, '--to', out], {
    cwd: clone,
    encoding: 'utf8',
  });

test.each([
  ['0.1.0', 'patch', '0.1.1'],
  ['0.1.9', 'minor', '0.2.0'],
  ['1.4.2', 'major', '2.0.0'],
  ['1.4.2', '3.0.1', '3.0.1'],
])('from %s, %s is %s', (current, step, next) => {
  expect(raiseVersion(current, step)).toBe(next);
});

test.skipIf(!hasHistory)('makes a release, and the next one with the titles since', () => {
  cloneRepository();
  expect(release('0.2.0')).toMatchObject({ status: 0, stderr: '' });
  expect(git('describe', '--tags')).toBe('v0.2.0');
  expect(git('status', '--porcelain')).toBe('');
  expect(read('CHANGELOG.md')).toMatch(/^# Changes\n\n## 0\.2\.0 \(\d{4}-\d\d-\d\d\)\n\nThe first release\.\n$/);

  commit('Sell gift cards');
  commit('Merge nothing into nothing');
  expect(release('minor')).toMatchObject({ status: 0, stderr: '' });
  expect(read('CHANGELOG.md')).toMatch(
    /^# Changes\n\n## 0\.3\.0 \(.+\)\n\n- Merge nothing into nothing\n- Sell gift cards\n\n## 0\.2\.0 \(.+\)\n\nThe first release\.\n$/,
  );

  // Each workspace has the new version, and depends on the others in the same version.
  const manifests = ['', 'core/', 'contract/', 'server/', 'demo/', 'web/', 'office/', 'mobile/'].map((path) =>
    JSON.parse(read(`${path}package.json`)),
  );
  expect(manifests.map(({ version }) => version)).toEqual(Array(8).fill('0.3.0'));
  expect(manifests[3].dependencies['@shop/core']).toBe('0.3.0');
  const lock = JSON.parse(read('package-lock.json'));
  expect([lock.version, lock.packages.server.version, lock.packages.server.dependencies['@shop/core']]).toEqual(
    Array(3).fill('0.3.0'),
  );
  const record = JSON.parse(read('server/release/released/release.json'));
  expect([record.version, git('rev-parse', 'v0.3.0^')]).toEqual(['0.3.0', record.commit]);
  expect(Object.keys(record.migrations)).toEqual(readdirSync(join(clone, 'server/db/schema/migrations')).sort());
  expect(JSON.parse(read('server/release/released/statements.json'))['orders.takeStock']).toContain('update inventory');

  // The checksums are those of the archive and the SBOM.
  const sums = readFileSync(join(out, 'SHA256SUMS'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('  '));
  expect(sums.map(([, file]) => file)).toEqual(['sekampit-0.3.0.tar.gz', 'sekampit-0.3.0.cdx.json']);
  for (const [hash, file = ''] of sums) {
    expect(
      createHash('sha256')
        .update(readFileSync(join(out, file)))
        .digest('hex'),
    ).toBe(hash);
  }
  const files = execFileSync('tar', ['-tzf', join(out, 'sekampit-0.3.0.tar.gz')], { encoding: 'utf8' });
  expect(files).toContain('sekampit-0.3.0/server/main.ts\n');
  expect(files).not.toContain('node_modules');
  const sbom = JSON.parse(readFileSync(join(out, 'sekampit-0.3.0.cdx.json'), 'utf8'));
  expect([sbom.bomFormat, sbom.metadata.component.version]).toEqual(['CycloneDX', '0.3.0']);
  const names = sbom.components.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'react']));
  for (const name of ['vitest', 'playwright-core', '@types/pg']) expect(names).not.toContain(name);
  const references = new Set([sbom.metadata.component, ...sbom.components].map((each) => each['bom-ref']));
  const usedReferences = sbom.dependencies.flatMap(({ ref, dependsOn }: { ref: string; dependsOn: string[] }) => [
    ref,
    ...dependsOn,
  ]);
  expect(usedReferences.filter((each: string) => !references.has(each))).toEqual([]);
  // The release commit names no registry.
  const releaseCommit = git('show', 'v0.3.0');
  expect(releaseCommit).not.toMatch(/https?:\/\/[^\s"]*(registry|npmjs)/);
});

test.skipIf(!hasHistory)('refuses a repository with changes, an unknown version, and a release that exists', () => {
  const expectRefusal = (...args: string[]) => {
    const { status, stderr } = release(...args);
    expect([status, git('describe', '--tags')]).toEqual([1, 'v0.3.0']);
    return stderr;
  };
  expect(expectRefusal('next')).toContain('Usage');
  expect(expectRefusal('0.2.0')).toContain('v0.2.0 was released before');
  expect(expectRefusal('patch')).toContain('There is no commit since v0.3.0');
  appendFileSync(join(clone, 'README.md'), 'A change\n');
  expect(expectRefusal('patch')).toContain('Commit your changes first');
});
