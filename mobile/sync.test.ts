import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { APP_IDENTITY } from '@shop/core/app/app-identity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCapacitor } from './capacitor.ts';

const ROOT = join(import.meta.dirname, '..');
const PACKAGES = realpathSync(join(ROOT, 'node_modules'));

/** Folders written by syncs and builds, which git ignores. */
const GENERATED_FOLDERS = new Set([
  'public',
  'build',
  '.gradle',
  'symlinks',
  'capacitor-cordova-android-plugins',
  'capacitor-cordova-ios-plugins',
]);

const copy = realpathSync(mkdtempSync(join(tmpdir(), 'shop-app-sync-')));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const git = (...args: string[]) => execFileSync('git', args, { cwd: copy, encoding: 'utf8' });
const read = (path: string) => readFileSync(join(copy, 'mobile', path), 'utf8');

/** Rewrites the paths of packages, which are relative to the copy, to those in the repository. */
function restorePackagePaths(path: string, folder: string): void {
  const from = relative(join(copy, 'mobile', folder), PACKAGES);
  const to = relative(join(ROOT, 'mobile', folder), join(ROOT, 'node_modules'));
  writeFileSync(join(copy, 'mobile', path), read(path).replaceAll(from, to));
}

beforeAll(() => {
  cpSync(join(ROOT, 'mobile'), join(copy, 'mobile'), {
    recursive: true,
    filter: (path) => !GENERATED_FOLDERS.has(basename(path)) && !path.endsWith('.test.ts'),
  });
  cpSync(join(ROOT, '.gitignore'), join(copy, '.gitignore'));
  symlinkSync(PACKAGES, join(copy, 'node_modules'));
  mkdirSync(join(copy, 'web/dist/app'), { recursive: true });
  writeFileSync(join(copy, 'web/dist/app/index.html'), '<!doctype html><title>The site</title>');
  git('init', '--quiet');
  git('add', 'mobile');
  runCapacitor(join(copy, 'mobile'), ['sync']);
  restorePackagePaths('ios/App/CapApp-SPM/Package.swift', 'ios/App/CapApp-SPM');
  restorePackagePaths('android/capacitor.settings.gradle', 'android');
});

test('leaves no difference in what is committed, and nothing new that git does not ignore', () => {
  expect(git('diff', '--', 'mobile')).toBe('');
  expect(git('ls-files', '--others', '--exclude-standard', '--', 'mobile')).toBe('');
});

test('brings the site and the configuration into both projects', () => {
  for (const assets of ['android/app/src/main/assets', 'ios/App/App']) {
    expect(read(`${assets}/public/index.html`)).toContain('<title>The site</title>');
    expect(JSON.parse(read(`${assets}/capacitor.config.json`))).toMatchObject({
      appId: APP_IDENTITY.id,
      appName: APP_IDENTITY.name,
      appendUserAgent: APP_IDENTITY.userAgent,
      server: { androidScheme: 'https', iosScheme: 'capacitor', hostname: 'localhost' },
      plugins: { FirebaseMessaging: { presentationOptions: [] } },
    });
  }
});

test('registers every plugin of the app', () => {
  const { dependencies } = JSON.parse(read('package.json'));
  const plugins = Object.keys(dependencies).filter(
    (name) => !name.startsWith('@shop/') && !/^@capacitor\/(core|android|ios)$/.test(name),
  );
  const android: { pkg: string }[] = JSON.parse(read('android/app/src/main/assets/capacitor.plugins.json'));
  expect(android.map(({ pkg }) => pkg).sort()).toEqual(plugins.sort());
  expect(JSON.parse(read('ios/App/App/capacitor.config.json')).packageClassList).toHaveLength(plugins.length);
});
