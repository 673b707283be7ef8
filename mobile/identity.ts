/**
 * Writes the app's identity (core/app/app-identity.ts, and the version of package.json), and the reasons for its
 * permissions, into the native projects.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { APP_IDENTITY } from '@shop/core/app/app-identity';
import { PERMISSIONS } from './permissions.ts';

export type Identity = {
  id: string;
  name: string;
  chineseName: string;
  scheme: string;
  hosts: readonly string[];
  otherHosts: readonly string[];
  version: string;
};

export function readIdentity(): Identity {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8'));
  return { ...APP_IDENTITY, version };
}

/**
 * Computes the app stores' build number, which grows with the app's version: `1.4.2` is 1004002. Throws for a version
 * of another form.
 */
export function toBuildNumber(version: string): number {
  const [, major, minor, patch] = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(version) ?? [];
  if (major === undefined) throw new Error(`The app’s version must be three numbers up to 999, not ${version}`);
  return Number(major) * 1_000_000 + Number(minor) * 1_000 + Number(patch);
}

/** A place in a file for a value. The pattern matches it and captures what precedes it. */
type ValuePlace = { pattern: RegExp; value: (identity: Identity) => string };

const ANDROID_RESOURCES = 'android/app/src/main/res';

/** A block of lines that each name a host, which is replaced by a line for each host of the identity. */
const createHostPlace = (
  pattern: RegExp,
  line: (host: string) => string,
  list: 'hosts' | 'otherHosts' = 'hosts',
): ValuePlace => ({
  pattern,
  value: (identity) => identity[list].map((host) => `${line(host)}\n`).join(''),
});

const listAndroidNamePlaces = (value: ValuePlace['value']): ValuePlace[] => [
  { pattern: /(<string name="app_name">)[^<]*/, value },
  { pattern: /(<string name="title_activity_main">)[^<]*/, value },
];

const createIosNamePlace = (value: ValuePlace['value']): ValuePlace => ({
  pattern: /("CFBundleDisplayName" = ")[^"]*/,
  value,
});

/** Lists the places of the texts by which iOS asks for permissions. */
const listReasonPlaces = (pattern: (key: string) => RegExp, lang: 'en' | 'zh'): ValuePlace[] =>
  PERMISSIONS.flatMap(({ ios, reason }) =>
    ios === undefined ? [] : [{ pattern: pattern(ios), value: () => reason[lang] }],
  );

const buildStringsEntryPattern = (key: string): RegExp => new RegExp(`("${key}" = ")[^"]*`);

const VALUE_PLACES: Readonly<Record<string, readonly ValuePlace[]>> = {
  'android/app/build.gradle': [
    { pattern: /(applicationId ")[^"]*/, value: ({ id }) => id },
    { pattern: /(versionCode )\d+/, value: ({ version }) => String(toBuildNumber(version)) },
    { pattern: /(versionName ")[^"]*/, value: ({ version }) => version },
  ],
  'android/app/src/main/AndroidManifest.xml': [
    createHostPlace(
      /()(?: *<data android:host="[^"]*" \/>\n)+/,
      (host) => `                <data android:host="${host}" />`,
    ),
  ],
  [`${ANDROID_RESOURCES}/values/strings.xml`]: [
    ...listAndroidNamePlaces(({ name }) => name),
    { pattern: /(<string name="package_name" translatable="false">)[^<]*/, value: ({ id }) => id },
    { pattern: /(<string name="custom_url_scheme" translatable="false">)[^<]*/, value: ({ scheme }) => scheme },
  ],
  [`${ANDROID_RESOURCES}/values-zh/strings.xml`]: listAndroidNamePlaces(({ chineseName }) => chineseName),
  [`${ANDROID_RESOURCES}/xml/network_security_config.xml`]: [
    createHostPlace(
      /()(?: *<domain includeSubdomains="false">[^<]*<\/domain>\n)+/,
      (host) => `        <domain includeSubdomains="false">${host}</domain>`,
    ),
    createHostPlace(
      /()(?: *<domain includeSubdomains="true">[^<]*<\/domain>\n)+/,
      (host) => `        <domain includeSubdomains="true">${host}</domain>`,
      'otherHosts',
    ),
  ],
  'ios/App/App.xcodeproj/project.pbxproj': [
    { pattern: /(\bPRODUCT_BUNDLE_IDENTIFIER = )[^;]*/g, value: ({ id }) => id },
    { pattern: /(\bMARKETING_VERSION = )[^;]*/g, value: ({ version }) => version },
    { pattern: /(\bCURRENT_PROJECT_VERSION = )[^;]*/g, value: ({ version }) => String(toBuildNumber(version)) },
  ],
  'ios/App/App/Info.plist': [
    { pattern: /(<key>CFBundleDisplayName<\/key>\s*<string>)[^<]*/, value: ({ name }) => name },
    // The first scheme; the second is Google's.
    { pattern: /(<key>CFBundleURLSchemes<\/key>\s*<array>\s*<string>)[^<]*/, value: ({ scheme }) => scheme },
    ...listReasonPlaces((key) => new RegExp(`(<key>${key}</key>\\s*<string>)[^<]*`), 'en'),
  ],
  'ios/App/App/en.lproj/InfoPlist.strings': [
    createIosNamePlace(({ name }) => name),
    ...listReasonPlaces(buildStringsEntryPattern, 'en'),
  ],
  'ios/App/App/zh-Hans.lproj/InfoPlist.strings': [
    createIosNamePlace(({ chineseName }) => chineseName),
    ...listReasonPlaces(buildStringsEntryPattern, 'zh'),
  ],
  'ios/App/App/App.entitlements': [
    createHostPlace(/()(?:\t*<string>applinks:[^<]*<\/string>\n)+/, (host) => `\t\t<string>applinks:${host}</string>`),
  ],
};

/** Files, below `mobile/`, with the app's id, name, version or hosts. */
export const APP_IDENTITY_FILES = Object.keys(VALUE_PLACES);

/** Returns a file's text with the identity's values in its places. Throws if a place is missing. */
export function withIdentity(file: string, text: string, identity: Identity): string {
  return (VALUE_PLACES[file] ?? []).reduce((newText, { pattern, value }) => {
    if (newText.search(pattern) < 0) throw new Error(`mobile/${file} has no place for ${pattern}`);
    return newText.replace(pattern, (_, before: string) => before + value(identity));
  }, text);
}

/** Writes an identity into all files below a folder; returns the files that changed. */
export function writeIdentity(folder: string, identity: Identity): string[] {
  return APP_IDENTITY_FILES.filter((file) => {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    const newText = withIdentity(file, text, identity);
    if (newText !== text) writeFileSync(path, newText);
    return newText !== text;
  });
}

/**
 * Returns the origin that the app calls: the setting, else the first host. Throws for an origin that the projects do
 * not allow, because Android connects only to the identity's hosts, over TLS.
 */
export function requireOrigin(setting: string | undefined, hosts: readonly string[]): string {
  const url = URL.parse(setting ?? `https://${hosts[0]}`);
  if (url?.protocol !== 'https:' || !hosts.includes(url.host)) {
    throw new Error(
      `APP_ORIGIN is ${setting}; it must be https:// and a host of core/app/app-identity.ts: ${hosts.join(', ')}`,
    );
  }
  return url.origin;
}
