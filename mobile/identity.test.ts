import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareVersions } from '@shop/core/app/version';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  APP_IDENTITY_FILES,
  type Identity,
  readIdentity,
  requireOrigin,
  toBuildNumber,
  withIdentity,
} from './identity.ts';

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');

const OTHER: Identity = {
  id: 'my.kedai.app',
  name: 'Kedai',
  chineseName: '小店',
  scheme: 'kedai',
  hosts: ['kedai.example', 'www.kedai.example'],
  otherHosts: ['googleapis.com', 'tiles.example'],
  version: '1.4.2',
};

test.each(APP_IDENTITY_FILES)('mobile/%s has the id, names, scheme, hosts and version of the shop', (file) => {
  expect(withIdentity(file, read(file), readIdentity())).toBe(read(file));
});

test.each(APP_IDENTITY_FILES)('mobile/%s takes another identity, and takes it back', (file) => {
  const text = withIdentity(file, read(file), OTHER);
  const { hosts, scheme, name } = readIdentity();
  for (const word of [...hosts, `>${scheme}<`, `>${name}<`]) expect(text).not.toContain(word);
  expect(withIdentity(file, text, readIdentity())).toBe(read(file));
});

test('writes each host on a line of its own', () => {
  const writeOther = (file: string) => withIdentity(file, read(file), OTHER);
  expect(writeOther('android/app/src/main/AndroidManifest.xml')).toContain(
    '<data android:host="kedai.example" />\n                <data android:host="www.kedai.example" />\n',
  );
  expect(writeOther('android/app/src/main/res/xml/network_security_config.xml').match(/"true">[^<]*/g)).toEqual([
    '"true">googleapis.com',
    '"true">tiles.example',
  ]);
  expect(writeOther('ios/App/App/App.entitlements').match(/applinks:[^<]*/g)).toEqual([
    'applinks:kedai.example',
    'applinks:www.kedai.example',
  ]);
});

test('says which place is missing', () => {
  expect(() => withIdentity('android/app/build.gradle', 'android {}', OTHER)).toThrow(
    /mobile\/android\/app\/build.gradle has no place for .*applicationId/,
  );
});

describe('a build has a number', () => {
  test.each([
    ['0.1.0', 1_000],
    ['1.4.2', 1_004_002],
    ['999.999.999', 999_999_999],
  ])('%s is %i', (version, number) => {
    expect(toBuildNumber(version)).toBe(number);
  });

  test.each(['1.4', '1.4.2.1', '1.4.2-beta', 'v1.4.2', '1.1000.0'])('%s has none', (version) => {
    expect(() => toBuildNumber(version)).toThrow(`not ${version}`);
  });

  test('that grows with the version', () => {
    const version = fc.tuple(fc.nat(999), fc.nat(999), fc.nat(999)).map((parts) => parts.join('.'));
    fc.assert(
      fc.property(version, version, (a, b) => {
        expect(Math.sign(toBuildNumber(a) - toBuildNumber(b))).toBe(Math.sign(compareVersions(a, b)));
      }),
    );
  });
});

describe('APP_ORIGIN', () => {
  test('is the first host by default', () => {
    expect(requireOrigin(undefined, OTHER.hosts)).toBe('https://kedai.example');
    expect(requireOrigin('https://www.kedai.example/', OTHER.hosts)).toBe('https://www.kedai.example');
  });

  test.each(['http://kedai.example', 'https://kedai.example:8443', 'https://other.example', 'kedai.example', ''])(
    'refuses %s, to which the app could not connect',
    (setting) => {
      expect(() => requireOrigin(setting, OTHER.hosts)).toThrow(/^APP_ORIGIN is .*; it must be https/);
    },
  );
});
