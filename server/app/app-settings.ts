/** The app's settings: its ids, its listings in the stores, and its versions. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { APP_IDENTITY } from '@shop/core/app/app-identity';
import { type AppPlatform, type AppVersions, compareVersions, isVersion } from '@shop/core/app/version';
import * as v from 'valibot';

export type AppConfig = {
  /** The scheme of the app's own links, without a colon. */
  scheme: string;
  /** Team and bundle, `ABCDE12345.example.sekampit.app`; null: iOS opens no link in the app. */
  iosId: string | null;
  /** Null: Android opens no link in the app. */
  android: { packageName: string; fingerprints: readonly string[] } | null;
  /** Addresses of the app's listings in the stores; null without a listing. */
  stores: Readonly<Record<AppPlatform, string | null>>;
  versions: Readonly<Record<AppPlatform, AppVersions>>;
};

/** Schemes of the web and of systems, which no app may take for its own. */
const TAKEN_SCHEMES = new Set([
  'http',
  'https',
  'file',
  'data',
  'javascript',
  'intent',
  'market',
  'mailto',
  'tel',
  'sms',
]);

const FINGERPRINT_PATTERN = /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/;

const version = v.pipe(v.string(), v.check(isVersion, 'must be a version such as 1.4.0'));

const storeAddress = v.pipe(
  v.string(),
  v.check((text) => URL.parse(text)?.protocol === 'https:', 'must be an address that begins with https://'),
);

/** The variables of the app, as members of the schema of all settings. */
export const APP_SETTINGS = {
  APP_SCHEME: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => /^[a-z][a-z0-9+.-]{1,30}$/.test(text) && !TAKEN_SCHEMES.has(text),
        'must be a scheme of the app’s own, such as sekampit: small letters and digits',
      ),
    ),
    APP_IDENTITY.scheme,
  ),
  APP_IOS_ID: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^[A-Z0-9]{10}(\.[A-Za-z0-9-]+){2,}$/,
        'must be a team and a bundle, such as ABCDE12345.example.sekampit.app',
      ),
    ),
  ),
  APP_ANDROID_PACKAGE: v.optional(
    v.pipe(v.string(), v.regex(/^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/, 'must be a package such as example.sekampit.app')),
  ),
  APP_ANDROID_FINGERPRINTS: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').map((each) => each.trim().toUpperCase())),
      v.check(
        (all) => all.every((each) => FINGERPRINT_PATTERN.test(each)),
        'must be SHA-256 fingerprints of 32 bytes such as 1A:2B:…, separated by commas',
      ),
    ),
  ),
  APP_STORE_IOS: v.optional(storeAddress),
  APP_STORE_ANDROID: v.optional(storeAddress),
  APP_MINIMUM_IOS: v.optional(version),
  APP_MINIMUM_ANDROID: v.optional(version),
  APP_LATEST_IOS: v.optional(version),
  APP_LATEST_ANDROID: v.optional(version),
};

const appVariables = v.object(APP_SETTINGS);
type AppVariables = v.InferOutput<typeof appVariables>;

/** Reads the version of the build, which site and app share. */
function readBuiltVersion(): string {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  return version;
}

type WrongSetting = { name: keyof AppVariables; why: string };

/** Finds a setting that contradicts another one; null if all agree. */
function findWrongSetting(variables: AppVariables, { versions }: AppConfig): WrongSetting | null {
  const { APP_ANDROID_PACKAGE: packageName, APP_ANDROID_FINGERPRINTS: fingerprints } = variables;
  if (packageName !== undefined && fingerprints === undefined) {
    return { name: 'APP_ANDROID_FINGERPRINTS', why: 'must be set when APP_ANDROID_PACKAGE is' };
  }
  if (packageName === undefined && fingerprints !== undefined) {
    return { name: 'APP_ANDROID_PACKAGE', why: 'must be set when APP_ANDROID_FINGERPRINTS is' };
  }
  const isNewer = ({ minimum, latest }: AppVersions) => compareVersions(minimum, latest) > 0;
  if (isNewer(versions.ios)) return { name: 'APP_MINIMUM_IOS', why: 'must not be newer than the latest version' };
  if (isNewer(versions.android))
    return { name: 'APP_MINIMUM_ANDROID', why: 'must not be newer than the latest version' };
  return null;
}

/** Chooses the app's versions. By default the latest is the built one, and the minimum the older of these two. */
function chooseVersions(built: string, minimum: string | undefined, latest = built): AppVersions {
  const older = compareVersions(latest, built) < 0 ? latest : built;
  return { minimum: minimum ?? older, latest };
}

/** Returns the app's settings, or the one that is wrong. */
export function readAppConfig(variables: AppVariables): AppConfig | { wrong: WrongSetting } {
  const built = readBuiltVersion();
  const { APP_ANDROID_PACKAGE: packageName, APP_ANDROID_FINGERPRINTS: fingerprints = [] } = variables;
  const config: AppConfig = {
    scheme: variables.APP_SCHEME,
    iosId: variables.APP_IOS_ID ?? null,
    android: packageName === undefined ? null : { packageName, fingerprints },
    stores: { ios: variables.APP_STORE_IOS ?? null, android: variables.APP_STORE_ANDROID ?? null },
    versions: {
      ios: chooseVersions(built, variables.APP_MINIMUM_IOS, variables.APP_LATEST_IOS),
      android: chooseVersions(built, variables.APP_MINIMUM_ANDROID, variables.APP_LATEST_ANDROID),
    },
  };
  const wrong = findWrongSetting(variables, config);
  return wrong === null ? config : { wrong };
}
