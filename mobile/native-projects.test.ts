import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROUTES } from '@shop/core/links/paths';
import { TOPIC_NAMES } from '@shop/core/notifications/kinds';
import { DOMParser, type Element, onWarningStopParsing } from '@xmldom/xmldom';
import { parse as parsePlist } from 'plist';
import { describe, expect, test } from 'vitest';
import { project } from 'xcode';
import { readIdentity } from './identity.ts';
import { PERMISSIONS } from './permissions.ts';

const ROOT = join(import.meta.dirname, '..');
const identity = readIdentity();
const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');

/** Paths below `mobile/` that git ignores: files written by syncs and builds, and the shop's own keys. */
const IGNORED =
  /(^|\/)(public|build|\.gradle|symlinks|xcuserdata|DerivedData|capacitor-cordova-\w+-plugins|node_modules)(\/|$)|(^|\/)(capacitor\.config\.json|capacitor\.plugins\.json|config\.xml|local\.properties|google-services\.json|GoogleService-Info\.plist|keystore\.properties|google\.xcconfig)$/;

const files = readdirSync(import.meta.dirname, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(import.meta.dirname.length + 1))
  .filter((path) => !IGNORED.test(path));
const listFiles = (...endings: string[]) => files.filter((path) => endings.some((ending) => path.endsWith(ending)));

const parseXml = (text: string) =>
  new DOMParser({ onError: onWarningStopParsing }).parseFromString(text, 'application/xml');
const listElements = (parent: { getElementsByTagName(name: string): Iterable<Element> }, name: string) => [
  ...parent.getElementsByTagName(name),
];
const readAttribute = (element: Element, name: string) => element.getAttribute(name) ?? '';

const MAIN = 'android/app/src/main';
const manifest = parseXml(read(`${MAIN}/AndroidManifest.xml`));
const permissionElements = listElements(manifest, 'uses-permission');
const isRemoved = (element: Element) => readAttribute(element, 'tools:node') === 'remove';
const listNames = (elements: Element[]) => elements.map((each) => readAttribute(each, 'android:name'));
const filters = listElements(manifest, 'intent-filter');
const listData = (filter: Element | undefined, name: string) =>
  filter === undefined
    ? []
    : listElements(filter, 'data')
        .map((each) => readAttribute(each, name))
        .filter((value) => value !== '');

/** A dictionary of a property list. */
type Plist = Record<string, unknown>;
const readPlist = (path: string) => parsePlist(read(path)) as Plist;
const info = readPlist('ios/App/App/Info.plist');
const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(read('package.json'));

describe('every file parses', () => {
  test.each(listFiles('.xml', '.storyboard'))('%s', (path) => {
    expect(() => parseXml(read(path))).not.toThrow();
  });

  test.each(listFiles('.plist', '.xcprivacy', '.entitlements'))('%s', (path) => {
    expect(() => parseXml(read(path))).not.toThrow();
    expect(readPlist(path)).toBeTypeOf('object');
  });

  test.each(listFiles('.json'))('%s', (path) => {
    expect(() => JSON.parse(read(path))).not.toThrow();
  });

  test.each(listFiles('.strings'))('%s', (path) => {
    const lines = read(path).trimEnd().split('\n');
    for (const line of lines) expect(line).toMatch(/^"\w+" = "([^"\\]|\\.)*";$/);
  });

  test.each(listFiles('.gradle', '.java', '.swift'))('the brackets and texts of %s are closed', (path) => {
    const PARTS = /\/\*[\s\S]*?\*\/|\/\/.*|"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g;
    const code = read(path).replace(PARTS, '');
    expect(code).not.toMatch(/["']/);
    let inner = code.replace(/[^()[\]{}]/g, '');
    for (let length = -1; length !== inner.length; ) {
      length = inner.length;
      inner = inner.replace(/\(\)|\[\]|\{\}/g, '');
    }
    expect(inner).toBe('');
  });

  test('Xcode’s project, in which each reference leads somewhere', () => {
    const objects = readProject();
    const ids = new Set(Object.values(objects).flatMap((section) => Object.keys(section)));
    const references = read('ios/App/App.xcodeproj/project.pbxproj').matchAll(/\b([0-9A-F]{24}) \/\*/g);
    for (const [, id = ''] of references) expect(ids).toContain(id);
  });
});

function readProject() {
  const xcode = project(join(import.meta.dirname, 'ios/App/App.xcodeproj/project.pbxproj'));
  xcode.parseSync();
  return xcode.hash.project.objects;
}

describe('permissions', () => {
  const declaredNames = listNames(permissionElements.filter((each) => !isRemoved(each)));
  const removedNames = listNames(permissionElements.filter(isRemoved));

  test('the manifest has those that are explained, at most eight', () => {
    expect(declaredNames.sort()).toEqual(PERMISSIONS.map(({ android }) => android).sort());
    expect(declaredNames.length).toBeLessThanOrEqual(8);
  });

  test.each(PERMISSIONS)('$android is needed by the code, for reasons in both languages', ({ neededBy, reason }) => {
    for (const use of neededBy) {
      if ('package' in use) expect(dependencies).toHaveProperty([use.package]);
      else expect(readFileSync(join(ROOT, use.file), 'utf8')).toContain(use.text);
    }
    expect(reason.en).toMatch(/^To .*\.$/);
    expect(reason.zh).toMatch(/^用于\p{Script=Han}.*。$/u);
  });

  test('what a plugin adds is explained or removed', () => {
    const pluginPermissions = Object.keys(dependencies)
      .map((name) => join(ROOT, 'node_modules', name, 'android/src/main/AndroidManifest.xml'))
      .filter((path) => existsSync(path))
      .flatMap((path) => listNames(listElements(parseXml(readFileSync(path, 'utf8')), 'uses-permission')));
    expect(pluginPermissions).toContain('android.permission.VIBRATE');
    for (const name of pluginPermissions) expect([...declaredNames, ...removedNames]).toContain(name);
  });

  test('iOS asks with the same reasons, in both languages, and for nothing else', () => {
    const expected = PERMISSIONS.flatMap(({ ios, reason }) => (ios === undefined ? [] : [{ key: ios, reason }]));
    expect(Object.keys(info).filter((key) => key.endsWith('UsageDescription'))).toEqual(expected.map(({ key }) => key));
    for (const { key, reason } of expected) {
      expect(info[key]).toBe(reason.en);
      expect(read('ios/App/App/en.lproj/InfoPlist.strings')).toContain(`"${key}" = "${reason.en}";`);
      expect(read('ios/App/App/zh-Hans.lproj/InfoPlist.strings')).toContain(`"${key}" = "${reason.zh}";`);
    }
  });
});

describe('links', () => {
  const appLinks = filters.filter((filter) => readAttribute(filter, 'android:autoVerify') === 'true');
  const [filter] = appLinks;
  const exactPaths = listData(filter, 'android:path');
  const prefixes = listData(filter, 'android:pathPrefix');
  const opens = (path: string) => exactPaths.includes(path) || prefixes.some((prefix) => path.startsWith(prefix));

  test('of the public hosts open the app, by https alone', () => {
    expect(appLinks).toHaveLength(1);
    expect(listData(filter, 'android:scheme')).toEqual(['https']);
    expect(listData(filter, 'android:host')).toEqual(identity.hosts);
    expect(readPlist('ios/App/App/App.entitlements')['com.apple.developer.associated-domains']).toEqual(
      identity.hosts.map((host) => `applinks:${host}`),
    );
  });

  const pages = Object.values(ROUTES).map((path) => path.replace(/:\w+/, 'kaya'));

  test.each(pages.filter((path) => !path.startsWith('/checkout/')))('%s opens in the app', (path) => {
    expect(opens(path)).toBe(true);
  });

  test.each([
    ...pages.filter((path) => path.startsWith('/checkout/')),
    '/checkout/result/x',
    '/api/payments/ipay88/return',
    '/api/deferred-deeplink',
    '/.well-known/assetlinks.json',
    '/sitemap.xml',
    '/media/kaya.webp',
  ])('%s stays in the browser (docs/partners.md 4)', (path) => {
    expect(opens(path)).toBe(false);
  });

  test('of the scheme open the app, on both systems', () => {
    const schemes = filters.flatMap((each) => listData(each, 'android:scheme'));
    expect(schemes).toEqual(['@string/custom_url_scheme', 'https']);
    const [appSchemes, googleSchemes] = (info.CFBundleURLTypes as { CFBundleURLSchemes: string[] }[]).map(
      (type) => type.CFBundleURLSchemes,
    );
    // The scheme of Google's client is in a build setting.
    expect([appSchemes, googleSchemes]).toEqual([[identity.scheme], ['$(GOOGLE_URL_SCHEME)']]);
    const [url] = info.CFBundleURLTypes as { CFBundleURLName: string }[];
    expect(url?.CFBundleURLName).toBe('$(PRODUCT_BUNDLE_IDENTIFIER)');
  });
});

describe('Android', () => {
  const [application] = listElements(manifest, 'application');

  test('stores nothing outside the phone', () => {
    expect(application?.getAttribute('android:allowBackup')).toBe('false');
    expect(application?.getAttribute('android:fullBackupContent')).toBe('false');
    const rules = parseXml(read(`${MAIN}/res/xml/data_extraction_rules.xml`));
    const DOMAINS = ['root', 'file', 'database', 'sharedpref', 'external'];
    for (const part of ['cloud-backup', 'device-transfer']) {
      const [exclusions] = listElements(rules, part);
      expect(exclusions && listElements(exclusions, 'exclude').map((each) => readAttribute(each, 'domain'))).toEqual(
        DOMAINS,
      );
    }
  });

  test('connects by TLS, to our hosts and Firebase alone, by the system’s authorities', () => {
    expect(application?.getAttribute('android:usesCleartextTraffic')).toBe('false');
    expect(application?.getAttribute('android:networkSecurityConfig')).toBe('@xml/network_security_config');
    const security = parseXml(read(`${MAIN}/res/xml/network_security_config.xml`));
    const [base] = listElements(security, 'base-config');
    const [hostsConfig, ...others] = listElements(security, 'domain-config');
    expect(others).toEqual([]);
    for (const config of [base, hostsConfig]) expect(config?.getAttribute('cleartextTrafficPermitted')).toBe('false');
    expect(base && listElements(base, 'certificates')).toEqual([]);
    expect(base && listElements(base, 'trust-anchors')).toHaveLength(1);
    expect(hostsConfig && listElements(hostsConfig, 'domain').map((each) => each.textContent)).toEqual([
      ...identity.hosts,
      ...identity.otherHosts,
    ]);
    expect(listElements(security, 'certificates').map((each) => readAttribute(each, 'src'))).toEqual(['system']);
  });

  test('every component says whether other apps may start it', () => {
    const components = ['activity', 'service', 'receiver', 'provider'].flatMap((name) => listElements(manifest, name));
    const exportedComponents = components.filter((each) => readAttribute(each, 'android:exported') === 'true');
    expect(listNames(exportedComponents)).toEqual(['.MainActivity']);
    for (const each of components.filter((one) => !isRemoved(one))) {
      expect(['true', 'false']).toContain(readAttribute(each, 'android:exported'));
    }
  });

  test('classes of the manifest and plugins of the activity exist', () => {
    const [, namespace = ''] = /namespace = "([^"]*)"/.exec(read('android/app/build.gradle')) ?? [];
    const source = (name: string) => `${MAIN}/java/${namespace.replaceAll('.', '/')}/${name}.java`;
    const classNames = listNames([...listElements(manifest, 'activity'), ...listElements(manifest, 'service')])
      .filter((name) => name.startsWith('.'))
      .map((name) => name.slice(1));
    expect(classNames).toEqual(['MainActivity', 'PushService']);
    for (const name of classNames) expect(read(source(name))).toContain(`public class ${name} extends`);
    expect(read(source('MainActivity'))).toContain('registerPlugin(InstallReferrerPlugin.class);');
    expect(read(source('InstallReferrerPlugin'))).toContain('@CapacitorPlugin(name = "InstallReferrer")');
  });

  test('resources that are named exist', () => {
    const values = listFiles('.xml')
      .filter((path) => path.startsWith(`${MAIN}/res/values/`))
      .map(read)
      .join('');
    const xml = listFiles('.xml').filter((path) => path.startsWith(`${MAIN}/`));
    for (const path of xml) {
      for (const [, type = '', name = ''] of read(path).matchAll(/[">]@(\w+)\/([\w.]+)["<]/g)) {
        const isFile = files.some((file) => new RegExp(`/res/${type}[\\w-]*/${name}\\.(xml|png)$`).test(file));
        expect(isFile || values.includes(`name="${name}"`), `${path}: @${type}/${name}`).toBe(true);
      }
    }
  });

  test('a notification without a channel uses one of the shop’s topics', () => {
    const [, channel = ''] =
      /name="notification_channel"[^>]*>(\w+)</.exec(read(`${MAIN}/res/values/strings.xml`)) ?? [];
    expect(TOPIC_NAMES).toContain(channel);
  });

  test('the splash has the site’s colour in both themes', () => {
    const [light, dark] = [
      ...readFileSync(join(ROOT, 'web/styles.css'), 'utf8').matchAll(/--color-paper: (#\w{6});/g),
    ].map(([, colour = '']) => colour.toUpperCase());
    expect(read(`${MAIN}/res/values/colors.xml`)).toContain(`<color name="paper">${light}</color>`);
    expect(read(`${MAIN}/res/values-night/colors.xml`)).toContain(`<color name="paper">${dark}</color>`);
    const { colors } = JSON.parse(read('ios/App/App/Assets.xcassets/Paper.colorset/Contents.json'));
    const toHex = ({ color }: { color: { components: Record<string, string> } }) =>
      `#${['red', 'green', 'blue'].map((part) => color.components[part]?.slice(2)).join('')}`;
    expect(colors.map(toHex)).toEqual([light, dark]);
  });
});

describe('iOS', () => {
  const { PBXFileReference, PBXBuildFile, PBXResourcesBuildPhase, XCBuildConfiguration, PBXSourcesBuildPhase } =
    readProject();
  const bundleFiles = JSON.stringify([PBXResourcesBuildPhase, PBXBuildFile]);

  test('a build has the bundle’s id, the version and the entitlements, for debugging and for release', () => {
    const configurations = Object.values(XCBuildConfiguration ?? {}) as { buildSettings?: Record<string, unknown> }[];
    const targets = configurations.flatMap(({ buildSettings }) =>
      buildSettings?.PRODUCT_BUNDLE_IDENTIFIER === undefined ? [] : [buildSettings],
    );
    expect(targets).toHaveLength(2);
    for (const settings of targets) {
      expect(settings).toMatchObject({
        PRODUCT_BUNDLE_IDENTIFIER: identity.id,
        MARKETING_VERSION: identity.version,
        CODE_SIGN_ENTITLEMENTS: 'App/App.entitlements',
        INFOPLIST_FILE: 'App/Info.plist',
      });
    }
    expect(JSON.stringify(PBXSourcesBuildPhase)).toContain('AppDelegate.swift in Sources');
  });

  test('the bundle has the privacy manifest, and the names in both languages', () => {
    for (const file of ['PrivacyInfo.xcprivacy', 'InfoPlist.strings'])
      expect(bundleFiles).toContain(`${file} in Resources`);
    const references = JSON.stringify(PBXFileReference);
    for (const path of ['PrivacyInfo.xcprivacy', 'en.lproj/InfoPlist.strings', 'zh-Hans.lproj/InfoPlist.strings']) {
      expect(references).toContain(path);
      expect(existsSync(join(import.meta.dirname, 'ios/App/App', path))).toBe(true);
    }
    expect(info).toMatchObject({ CFBundleDisplayName: identity.name, CFBundleLocalizations: ['en', 'zh-Hans'] });
    expect(read('ios/App/App/zh-Hans.lproj/InfoPlist.strings')).toContain(identity.chineseName);
  });

  test('connects by TLS without an exception', () => {
    expect(info.NSAppTransportSecurity).toEqual({ NSAllowsArbitraryLoads: false });
    expect(info.ITSAppUsesNonExemptEncryption).toBe(false);
  });

  test('receives notifications, and passes Apple’s token on', () => {
    expect(info.UIBackgroundModes).toEqual(['remote-notification']);
    expect(info.FirebaseMessagingAutoInitEnabled).toBe(false);
    expect(readPlist('ios/App/App/App.entitlements')).toHaveProperty('aps-environment');
    const delegate = read('ios/App/App/AppDelegate.swift');
    expect(delegate).toContain('.capacitorDidRegisterForRemoteNotifications');
    expect(delegate).toContain('.capacitorDidFailToRegisterForRemoteNotifications');
  });

  test('the privacy manifest names what the shop stores, and nothing for tracking', () => {
    const privacy = readPlist('ios/App/App/PrivacyInfo.xcprivacy');
    expect(privacy).toMatchObject({ NSPrivacyTracking: false, NSPrivacyTrackingDomains: [] });
    const dataTypes = privacy.NSPrivacyCollectedDataTypes as Plist[];
    const types = dataTypes.map((each) =>
      String(each.NSPrivacyCollectedDataType).replace('NSPrivacyCollectedDataType', ''),
    );
    for (const type of [
      'Name',
      'EmailAddress',
      'PhoneNumber',
      'PhysicalAddress',
      'PurchaseHistory',
      'UserID',
      'DeviceID',
    ]) {
      expect(types).toContain(type);
    }
    for (const each of dataTypes) {
      expect(each.NSPrivacyCollectedDataTypeTracking).toBe(false);
      expect(each.NSPrivacyCollectedDataTypePurposes).not.toEqual([]);
    }
    expect(privacy.NSPrivacyAccessedAPITypes).toEqual([
      {
        NSPrivacyAccessedAPIType: 'NSPrivacyAccessedAPICategoryUserDefaults',
        NSPrivacyAccessedAPITypeReasons: ['CA92.1'],
      },
    ]);
  });
});

describe('no secret is in the projects', () => {
  const SECRETS: [string, RegExp][] = [
    ['a key of Google’s', /AIza[\w-]{35}/],
    ['a client of Google’s', /\d{6,}-\w+\.apps\.googleusercontent\.com|com\.googleusercontent\.apps\.\d/],
    ['a private key', /-----BEGIN/],
    ['a password', /(password|secret)["']?\s*[:=]\s*["'][^"'$]+["']/i],
    ['Apple’s team', /DEVELOPMENT_TEAM = [A-Z0-9]{10}/],
  ];
  const texts = files.filter((path) => !/\.(png|jar|test\.ts)$/.test(path));

  test.each(SECRETS)('%s', (_, pattern) => {
    expect(texts.filter((path) => pattern.test(read(path)))).toEqual([]);
  });

  test('git ignores the files that hold them', () => {
    const gitignore = read('.gitignore');
    for (const path of [
      'android/app/google-services.json',
      'android/keystore.properties',
      'ios/App/App/GoogleService-Info.plist',
      'ios/google.xcconfig',
    ]) {
      expect(gitignore).toContain(`${path}\n`);
    }
  });
});
