/** Settings from the environment, or from files that it names, parsed once; no other file reads `process.env`. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import type { OpenOrderLimits } from '@shop/core/checkout/open-order-limits';
import { isEmail } from '@shop/core/identity/email';
import { listKindsOfTopic } from '@shop/core/notifications/kinds';
import * as v from 'valibot';
import { APP_SETTINGS, type AppConfig, readAppConfig } from './app/app-settings.ts';
import type { Retention } from './backup/retention.ts';
import type { Pooling } from './db/pool.ts';
import { isRedisAddress } from './http/limits/redis-address.ts';
import { DEFAULT_EFFORT } from './media/image-sizes.ts';
import type { FcmSettings } from './partners/fcm/fcm.ts';
import { isGoogleTokenUri, readServiceAccount } from './partners/fcm/service-account.ts';
import type { GoogleSettings } from './partners/google/google-client.ts';
import type { IPay88Config } from './partners/ipay88/settings.ts';
import type { SmsSettings } from './partners/sms/sms.ts';
import { readPrivateKey, readPublicKeys, SIGNATURE_ENCODINGS, type TngConfig } from './partners/tng/settings.ts';
import type { OrderTemplates, WhatsAppSettings } from './partners/whatsapp/whatsapp.ts';
import { readTracing, TRACING_SETTINGS, type TracingConfig } from './tracing/tracing-settings.ts';

/** A wrong or missing setting. Its message is one line that names it. */
export class InvalidSetting extends Error {
  constructor(name: string, why: string) {
    super(`${name} ${why}`);
    this.name = 'InvalidSetting';
  }
}

const wholeNumber = (min: number, max: number) => {
  const why = `must be a whole number from ${min} to ${max}`;
  return v.pipe(v.string(), v.regex(/^\d{1,9}$/, why), v.transform(Number), v.minValue(min, why), v.maxValue(max, why));
};

/** Parses an address with one of the protocols, such as `postgres://user@host/name`. */
const addressSchema = (protocols: readonly string[]) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => protocols.includes(URL.parse(text)?.protocol ?? ''),
      `must be an address that begins with ${protocols.map((each) => `${each}//`).join(' or ')}`,
    ),
  );

/** Parses a base address; a trailing slash makes no difference. */
const baseAddress = v.pipe(
  addressSchema(['http:', 'https:']),
  v.transform((text) => text.replace(/\/+$/, '')),
);

const enquirySeconds = v.pipe(
  v.string(),
  v.regex(/^\d{1,6}(,\d{1,6}){0,9}$/, 'must be seconds such as 300,900,3600, separated by commas'),
  v.transform((text) => text.split(',').map(Number)),
);

const retention = v.pipe(
  v.string(),
  v.regex(/^\d{1,4},\d{1,4},\d{1,4}$/, 'must be numbers of days, weeks and months, such as 7,5,12'),
  v.transform((text): Retention => {
    const [days = 0, weeks = 0, months = 0] = text.split(',').map(Number);
    return { days, weeks, months };
  }),
);

/** Parses an origin as browsers send it: scheme, host and port. */
function parseOrigin(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || url.host === '' || !['', '/'].includes(url.pathname) || url.search !== '') return null;
  return `${url.protocol}//${url.host}`;
}

const originSchema = (why: string) =>
  v.pipe(
    v.string(),
    v.check((text) => parseOrigin(text) !== null, why),
    v.transform((text) => parseOrigin(text) ?? ''),
  );

/** Returns whether a text is an IP address, or a range of them such as `10.0.0.0/8`. */
function isProxy(text: string): boolean {
  const [address = '', bits = '1', ...more] = text.trim().split('/');
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return more.length === 0 && /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= longest;
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Returns whether an address is local to this machine. */
export function isLoopback(host: string): boolean {
  const kind = isIP(host);
  if (kind === 0) return host.toLowerCase() === 'localhost';
  return LOOPBACK.check(host, kind === 4 ? 'ipv4' : 'ipv6');
}

/** Parses email addresses, separated by commas. */
const mailAddresses = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  ),
  v.array(v.pipe(v.string(), v.check(isEmail, 'must be email addresses, separated by commas'))),
);

const ORDER_KINDS = listKindsOfTopic('orders');

/** Parses `order-placed=template`, or `order-placed=template/Chinese template`, separated by commas. */
const orderTemplates = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((each) => each.trim())),
  v.transform((all) => all.filter((each) => each !== '')),
  v.array(
    v.pipe(
      v.string(),
      v.regex(/^[a-z-]+=[a-z0-9_]+(\/[a-z0-9_]+)?$/, 'must be kinds and templates such as order-placed=order_placed'),
      v.transform((text): [string, { en: string; zh: string }] => {
        const [kind = '', en = '', zh = en] = text.split(/[=/]/);
        return [kind, { en, zh }];
      }),
      v.check(
        ([kind]) => (ORDER_KINDS as readonly string[]).includes(kind),
        `must name kinds of ${ORDER_KINDS.join(', ')}`,
      ),
    ),
  ),
  v.transform((all): OrderTemplates => Object.fromEntries(all)),
);

/** Schemas of the trackers' ids, in the form that each tracker's own site shows. */
export const TRACKER_IDS = {
  meta: v.pipe(v.string(), v.regex(/^\d{5,20}$/, 'must be the number of a Meta Pixel')),
  ga4: v.pipe(v.string(), v.regex(/^G-[A-Z0-9]{4,20}$/, 'must be a measurement id such as G-ABC123')),
  tiktok: v.pipe(
    v.string(),
    v.regex(/^[A-Z0-9]{8,40}$/, 'must be the id of a TikTok Pixel: capital letters and digits'),
  ),
};

const schema = v.object({
  NODE_ENV: v.optional(
    v.picklist(
      ['development', 'test', 'production'],
      ({ received }) => `must be development, test or production, or not set: it is ${received}`,
    ),
    'development',
  ),
  DEMO: v.optional(v.picklist(['0', '1'], 'must be 0 or 1')),
  SHOP: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty'))),
  PORT: v.optional(wholeNumber(1, 65_535), '3000'),
  HOST: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty'))),
  IMAGE_EFFORT: v.optional(wholeNumber(0, 6), String(DEFAULT_EFFORT)),
  ORDER_CHECK_POSTCODE: v.optional(v.pipe(v.string(), v.regex(/^\d{5}$/, 'must be a postcode such as 47300'))),
  METRICS_PORT: v.optional(wholeNumber(1, 65_535)),
  METRICS_HOST: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty')), '127.0.0.1'),
  PUBLIC_URL: v.optional(
    v.pipe(
      addressSchema(['http:', 'https:']),
      v.check((text) => parseOrigin(text) !== null, 'must be a scheme and a host, such as https://shop.example'),
      v.transform((text) => parseOrigin(text) ?? ''),
    ),
  ),
  OFFICE_HOST: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[a-z0-9.-]+$/i, 'must be a host name without scheme and port, such as office.shop.example'),
    ),
  ),
  SECOND_FACTOR: v.optional(v.picklist(['required', 'optional'], 'must be required or optional')),
  DATA_DIR: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty')), './data'),
  DATABASE_URL: v.optional(addressSchema(['postgres:', 'postgresql:'])),
  DATABASE_REPLICA_URL: v.optional(addressSchema(['postgres:', 'postgresql:'])),
  DATABASE_POOLING: v.optional(v.picklist(['none', 'transaction'], 'must be none or transaction'), 'none'),
  DATABASE_WAIT_SECONDS: v.optional(wholeNumber(0, 86_400), '60'),
  REDIS_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        isRedisAddress,
        'must be an address such as redis://user:password@host:6379/0, or one of rediss:// or redis-sentinel://',
      ),
    ),
  ),
  BACKUP_DIR: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty'))),
  BACKUP_KEY_FILE: v.optional(v.string()),
  BACKUP_KEEP: v.optional(retention, '7,5,12'),
  ROLE: v.optional(v.picklist(['all', 'web', 'worker'], 'must be all, web or worker'), 'all'),
  SMTP_URL: v.optional(addressSchema(['smtp:', 'smtps:'])),
  MAIL_FROM: v.optional(
    v.pipe(v.string(), v.regex(/^[^\r\n]*@[^\r\n]+$/, 'must be an address such as Shop <hello@shop.example>')),
    'Sekampit <hello@sekampit.example>',
  ),
  SHOP_MAIL_TO: v.optional(mailAddresses, ''),
  SHOP_MAIL_DIGEST: v.optional(v.picklist(['', 'hourly'], 'must be hourly, or empty for a mail at once'), ''),
  APP_SECRET: v.optional(v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters'))),
  RATE_LIMIT: v.optional(wholeNumber(1, 1_000_000), '600'),
  RATE_LIMIT_TRACKING: v.optional(wholeNumber(1, 1_000_000), '10'),
  RATE_LIMIT_CONTACT: v.optional(wholeNumber(1, 1_000_000), '30'),
  RATE_LIMIT_TILL: v.optional(wholeNumber(1, 1_000_000), '300'),
  RATE_LIMIT_TILL_LOOK_UPS: v.optional(wholeNumber(1, 1_000_000), '10'),
  RATE_LIMIT_SIGN_IN: v.optional(wholeNumber(1, 1_000_000), '30'),
  RATE_LIMIT_SIGN_UP: v.optional(wholeNumber(1, 1_000_000), '300'),
  RATE_LIMIT_CODES: v.optional(wholeNumber(1, 1_000_000), '300'),
  RATE_LIMIT_UNUSED_CODES: v.optional(wholeNumber(3, 1_000_000), '30'),
  RATE_LIMIT_ENQUIRIES: v.optional(wholeNumber(1, 1_000_000), '30'),
  RATE_LIMIT_PAGES: v.optional(wholeNumber(1, 1_000_000), '100'),
  CONNECTIONS: v.optional(wholeNumber(1, 1_000_000), '10000'),
  CONNECTIONS_PER_ADDRESS: v.optional(wholeNumber(1, 1_000_000), '1000'),
  OPEN_ORDERS_UNPROVEN: v.optional(wholeNumber(1, 1_000_000), '3'),
  OPEN_ORDERS_UNPROVEN_VALUE: v.optional(wholeNumber(1, 1_000_000), '500'),
  OPEN_ORDERS_NETWORK: v.optional(wholeNumber(1, 1_000_000), '100'),
  OPEN_ORDERS_NETWORK_VALUE: v.optional(wholeNumber(1, 1_000_000), '20000'),
  OPEN_ORDERS_PROVEN: v.optional(wholeNumber(1, 1_000_000), '10'),
  OPEN_ORDERS_PROVEN_VALUE: v.optional(wholeNumber(1, 1_000_000), '3000'),
  OPEN_ORDERS_CUSTOMER: v.optional(wholeNumber(1, 1_000_000), '20'),
  OPEN_ORDERS_CUSTOMER_VALUE: v.optional(wholeNumber(1, 1_000_000), '10000'),
  TRUST_PROXY: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => /^(true|false|\d{1,2})$/.test(text) || text.split(',').every(isProxy),
        'must be true, false, a number of proxies, or their addresses',
      ),
    ),
    'false',
  ),
  CORS_ORIGINS: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').map((each) => each.trim())),
      v.transform((all) => all.filter((each) => each !== '')),
      v.array(originSchema('must be origins such as https://app.example, separated by commas')),
    ),
    '',
  ),
  WHATSAPP_URL: v.optional(baseAddress, 'https://graph.facebook.com/v23.0'),
  WHATSAPP_TOKEN: v.optional(v.string()),
  WHATSAPP_PHONE_ID: v.optional(v.pipe(v.string(), v.regex(/^\d{5,20}$/, 'must be the number of a telephone'))),
  WHATSAPP_TEMPLATE: v.optional(v.string(), 'verification_code'),
  WHATSAPP_ORDER_TEMPLATES: v.optional(orderTemplates, ''),
  WHATSAPP_APP_SECRET: v.optional(v.string()),
  WHATSAPP_VERIFY_TOKEN: v.optional(v.string()),
  SMS_URL: v.optional(addressSchema(['http:', 'https:'])),
  SMS_TOKEN: v.optional(v.string()),
  GOOGLE_CLIENT_ID: v.optional(v.string()),
  GOOGLE_CLIENT_SECRET: v.optional(v.string()),
  GOOGLE_ANDROID_CLIENT_ID: v.optional(v.string()),
  GOOGLE_IOS_CLIENT_ID: v.optional(v.string()),
  GOOGLE_ISSUER: v.optional(baseAddress, 'https://accounts.google.com'),
  GOOGLE_AUTHORIZE_URL: v.optional(addressSchema(['http:', 'https:']), 'https://accounts.google.com/o/oauth2/v2/auth'),
  GOOGLE_TOKEN_URL: v.optional(addressSchema(['http:', 'https:']), 'https://oauth2.googleapis.com/token'),
  GOOGLE_JWKS_URL: v.optional(addressSchema(['http:', 'https:']), 'https://www.googleapis.com/oauth2/v3/certs'),
  FCM_SERVICE_ACCOUNT: v.optional(v.string()),
  FCM_URL: v.optional(baseAddress, 'https://fcm.googleapis.com'),
  IPAY88_MERCHANT_CODE: v.optional(v.pipe(v.string(), v.regex(/^\w{1,20}$/, 'must be a merchant code such as M00003'))),
  IPAY88_MERCHANT_KEY: v.optional(v.string()),
  IPAY88_URL: v.optional(baseAddress, 'https://payment.ipay88.com.my/epayment'),
  IPAY88_ENQUIRIES_A_DAY: v.optional(wholeNumber(1, 1_000_000), '2000'),
  IPAY88_ENQUIRY_SECONDS: v.optional(enquirySeconds, '300,900,3600'),
  TNG_CLIENT_ID: v.optional(v.pipe(v.string(), v.regex(/^\w{1,64}$/, 'must be a client id of letters and digits'))),
  TNG_PARTNER_ID: v.optional(v.pipe(v.string(), v.regex(/^\w{1,64}$/, 'must be a partner id of letters and digits'))),
  TNG_PRIVATE_KEY: v.optional(
    v.pipe(
      v.string(),
      v.transform(readPrivateKey),
      v.check((key) => key !== null, 'must be an RSA private key in PEM, or the path of its file'),
    ),
  ),
  TNG_KEY_VERSION: v.optional(v.pipe(v.string(), v.regex(/^\w{1,10}$/, 'must be a version such as 1')), '1'),
  TNG_PUBLIC_KEYS: v.optional(
    v.pipe(
      v.string(),
      v.transform(readPublicKeys),
      v.check(
        (keys) => keys !== null,
        'must be versions with RSA public keys, such as 1:/keys/tng-1.pem,2:/keys/tng-2.pem',
      ),
    ),
  ),
  TNG_URL: v.optional(baseAddress, 'https://api.tngdigital.com.my/acl/api'),
  TNG_SIGNATURE_ENCODING: v.optional(
    v.picklist(SIGNATURE_ENCODINGS, `must be ${SIGNATURE_ENCODINGS.join(' or ')}`),
    'base64url',
  ),
  TNG_BRIDGE_URL: v.optional(addressSchema(['http:', 'https:']), 'https://appx/web-view.min.js'),
  TNG_ENQUIRIES_A_DAY: v.optional(wholeNumber(1, 1_000_000), '2000'),
  TNG_ENQUIRY_SECONDS: v.optional(enquirySeconds, '30,120,600,1800,3600'),
  ...APP_SETTINGS,
  ...TRACING_SETTINGS,
  META_PIXEL_ID: v.optional(TRACKER_IDS.meta),
  META_PIXEL_URL: v.optional(addressSchema(['http:', 'https:']), 'https://connect.facebook.net/en_US/fbevents.js'),
  GA4_MEASUREMENT_ID: v.optional(TRACKER_IDS.ga4),
  GA4_URL: v.optional(addressSchema(['http:', 'https:']), 'https://www.googletagmanager.com/gtag/js'),
  TIKTOK_PIXEL_ID: v.optional(TRACKER_IDS.tiktok),
  TIKTOK_PIXEL_URL: v.optional(addressSchema(['http:', 'https:']), 'https://analytics.tiktok.com/i18n/pixel/events.js'),
  LOG_LEVEL: v.optional(
    v.picklist(
      ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'],
      'must be silent, fatal, error, warn, info, debug or trace',
    ),
  ),
});

/** The app shell's origins on Android and iOS (docs/security.md#c21). */
const SHELL_ORIGINS = ['capacitor://localhost', 'https://localhost'];

export type Role = 'all' | 'web' | 'worker';

export type Config = {
  production: boolean;
  /** Stand-ins of partners and `/dev/inbox`: in development and tests, and only where no other machine can connect. */
  hasStandIns: boolean;
  /**
   * Fills an empty shop with the demo, renews its deals every day and draws its pack shots. In production and with a
   * folder of its own only if `DEMO=1`.
   */
  isDemo: boolean;
  /** Absolute path of the shop's folder, which every start applies; undefined: the shop stays as it is. */
  shopFolder: string | undefined;
  role: Role;
  port: number;
  host: string | undefined;
  /** Port and host of `/metrics`, never on the shop's port; null: nothing is measured. */
  metrics: { port: number; host: string } | null;
  /** What a smaller picture may cost: from 0, fast, to 6. */
  imageEffort: number;
  /** Postcode to which an order is rehearsed every minute; undefined: no rehearsals. */
  orderCheckPostcode: string | undefined;
  /** The collector of traces; null: none are made, and no library for them is loaded. */
  tracing: TracingConfig | null;
  /** Public address of the shop, without a trailing slash. */
  publicUrl: string;
  /** The only host that serves the office; undefined: the shop's host serves it. */
  officeHost: string | undefined;
  /** Public address of the office, without a trailing slash: on its own host if it has one. */
  officeUrl: string;
  /** Absolute path of the data folder: embedded database, mails, rendered images. */
  dataDir: string;
  /** Absolute path of the folder of backups, whose age `npm run doctor` checks; undefined: it does not. */
  backupDir: string | undefined;
  /** Undefined: the embedded database in the data folder. */
  databaseUrl: string | undefined;
  /** Read replica for catalogue responses, if set. */
  databaseReplicaUrl: string | undefined;
  /** The connection pooler between the shop and both databases, if there is one. */
  databasePooling: Pooling;
  /** Seconds for which a start waits for databases that do not respond yet. */
  databaseWaitSeconds: number;
  /** Redis that counts calls over all processes; undefined: each process counts for itself. */
  redisUrl: string | undefined;
  /** Settings of `npm run backup`: the file of its key, undefined for none, and how many dated backups stay. */
  backup: { keyFile: string | undefined; retention: Retention };
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Addresses of the shop's mails about new orders and cancellation requests; none: no mails. */
  shopMail: { to: readonly string[]; isDigest: boolean };
  /** Secret that signs tokens and links. */
  secret: string;
  /** Whether owners, finance and catalog need a second factor to sign in; in production by default. */
  requiresSecondFactor: boolean;
  /** Opens the staff API for commands on the same machine (docs/api.md#staff-api). */
  operatorToken: string;
  /** Calls per second of one token, or of one network without a valid token. */
  rateLimit: number;
  /**
   * Failed look-ups of an order by its number and a contact: per minute and network, and per minute and order number.
   */
  rateLimitTracking: number;
  /** Contact messages per hour and network. */
  rateLimitContact: number;
  rateLimitTill: number;
  rateLimitTillLookUps: number;
  /** Failed tries of passwords and codes per minute and network. */
  rateLimitSignIn: number;
  /** Accounts made per hour and network. */
  rateLimitSignUp: number;
  /** Codes sent per hour and network. */
  rateLimitCodes: number;
  /** Codes in a row that a network may request without using one, before a pause. */
  rateLimitUnusedCodes: number;
  /** Payment enquiries per hour and network, for each cause: order pages, payments, returns, reports. */
  rateLimitEnquiries: number;
  /** Pages rendered in ten seconds for one network. */
  rateLimitPages: number;
  /** Maximum concurrent connections, in total and per network; those of a trusted proxy count only in total. */
  connections: number;
  connectionsPerAddress: number;
  openOrderLimits: OpenOrderLimits;
  /** Null: the stand-in, or none without stand-ins. */
  whatsapp: WhatsAppSettings | null;
  /** WhatsApp templates of messages about orders, also for the stand-in. */
  whatsappOrderTemplates: OrderTemplates;
  /** Null: the stand-in, or none without stand-ins. */
  sms: SmsSettings | null;
  /** Null: the stand-in, or none without stand-ins. */
  google: GoogleSettings | null;
  /** Null: the stand-in, or none without stand-ins. */
  fcm: FcmSettings | null;
  ipay88: IPay88Config;
  tng: TngConfig;
  app: AppConfig;
  /** As fastify's `trustProxy`. */
  trustProxy: TrustProxy;
  /** Origins that may read API responses, including the shop's own. */
  corsOrigins: readonly string[];
  trackers: readonly KnownTracker[];
  logLevel: string;
};

/** A tracker that browsers may load after consent. */
export type TrackerSetting = {
  tracker: 'meta' | 'ga4' | 'tiktok';
  /** The id of the shop at the tracker. Public: pages that load the tracker contain it. */
  id: string;
  /** Address of its script. */
  script: string;
};

/** A tracker that the shop can load; one with a null id only if the shop's settings have its id. */
export type KnownTracker = Omit<TrackerSetting, 'id'> & { id: string | null };

type EnvSettings = v.InferOutput<typeof schema>;

/** Reads the limits of open orders; their values are set in ringgit, and limited in sen. */
function readOpenOrderLimits(settings: EnvSettings): OpenOrderLimits {
  const limit = (orders: number, ringgit: number) => ({ orders, value: ringgit * 100 });
  return {
    unproven: limit(settings.OPEN_ORDERS_UNPROVEN, settings.OPEN_ORDERS_UNPROVEN_VALUE),
    network: limit(settings.OPEN_ORDERS_NETWORK, settings.OPEN_ORDERS_NETWORK_VALUE),
    proven: limit(settings.OPEN_ORDERS_PROVEN, settings.OPEN_ORDERS_PROVEN_VALUE),
    customer: limit(settings.OPEN_ORDERS_CUSTOMER, settings.OPEN_ORDERS_CUSTOMER_VALUE),
  };
}

const listTrackers = (settings: EnvSettings): KnownTracker[] => [
  { tracker: 'meta', id: settings.META_PIXEL_ID ?? null, script: settings.META_PIXEL_URL },
  { tracker: 'ga4', id: settings.GA4_MEASUREMENT_ID ?? null, script: settings.GA4_URL },
  { tracker: 'tiktok', id: settings.TIKTOK_PIXEL_ID ?? null, script: settings.TIKTOK_PIXEL_URL },
];

/** Returns a setting that is required because `set` is set; throws `InvalidSetting` if it is missing. */
function requireSetting<Name extends keyof EnvSettings>(
  settings: EnvSettings,
  set: keyof EnvSettings,
  name: Name,
): NonNullable<EnvSettings[Name]> {
  const value = settings[name];
  if (value == null) throw new InvalidSetting(name, `must be set when ${set} is`);
  return value;
}

function readWhatsApp(settings: EnvSettings): WhatsAppSettings | null {
  if (settings.WHATSAPP_TOKEN === undefined) return null;
  return {
    url: settings.WHATSAPP_URL,
    token: settings.WHATSAPP_TOKEN,
    phoneId: requireSetting(settings, 'WHATSAPP_TOKEN', 'WHATSAPP_PHONE_ID'),
    template: settings.WHATSAPP_TEMPLATE,
    orderTemplates: settings.WHATSAPP_ORDER_TEMPLATES,
    webhook: readWebhook(settings),
  };
}

function readWebhook(settings: EnvSettings): WhatsAppSettings['webhook'] {
  if (settings.WHATSAPP_APP_SECRET === undefined) return null;
  const verifyToken = requireSetting(settings, 'WHATSAPP_APP_SECRET', 'WHATSAPP_VERIFY_TOKEN');
  return { appSecret: settings.WHATSAPP_APP_SECRET, verifyToken };
}

function readSms(settings: EnvSettings): SmsSettings | null {
  return settings.SMS_URL === undefined
    ? null
    : { url: settings.SMS_URL, token: requireSetting(settings, 'SMS_URL', 'SMS_TOKEN') };
}

function readGoogle(settings: EnvSettings): GoogleSettings | null {
  if (settings.GOOGLE_CLIENT_ID === undefined) return null;
  return {
    clientId: settings.GOOGLE_CLIENT_ID,
    clientSecret: requireSetting(settings, 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'),
    appClientIds: {
      ios: settings.GOOGLE_IOS_CLIENT_ID ?? null,
      android: settings.GOOGLE_ANDROID_CLIENT_ID ?? null,
    },
    issuer: settings.GOOGLE_ISSUER,
    authorizeUrl: settings.GOOGLE_AUTHORIZE_URL,
    tokenUrl: settings.GOOGLE_TOKEN_URL,
    jwksUrl: settings.GOOGLE_JWKS_URL,
  };
}

function readFcm(settings: EnvSettings, production: boolean): FcmSettings | null {
  if (settings.FCM_SERVICE_ACCOUNT === undefined) return null;
  const account = readServiceAccount(settings.FCM_SERVICE_ACCOUNT);
  if ('wrong' in account) throw new InvalidSetting('FCM_SERVICE_ACCOUNT', account.wrong);
  if (production && !settings.FCM_URL.startsWith('https:')) {
    throw new InvalidSetting('FCM_URL', 'must begin with https:// when NODE_ENV is production');
  }
  const isStandIn = !production && isLoopback(new URL(account.tokenUri).hostname.replace(/^\[|\]$/g, ''));
  if (!isStandIn && !isGoogleTokenUri(account.tokenUri)) {
    throw new InvalidSetting(
      'token_uri of FCM_SERVICE_ACCOUNT',
      'must begin with https://oauth2.googleapis.com/ or https://accounts.google.com/',
    );
  }
  return { url: settings.FCM_URL, account };
}

function readIPay88(settings: EnvSettings, production: boolean): IPay88Config {
  const enquiries = { perDay: settings.IPAY88_ENQUIRIES_A_DAY, afterSeconds: settings.IPAY88_ENQUIRY_SECONDS };
  if (settings.IPAY88_MERCHANT_CODE === undefined) return { account: null, enquiries };
  const merchantKey = requireSetting(settings, 'IPAY88_MERCHANT_CODE', 'IPAY88_MERCHANT_KEY');
  if (production && !settings.IPAY88_URL.startsWith('https:')) {
    throw new InvalidSetting('IPAY88_URL', 'must begin with https:// when NODE_ENV is production');
  }
  return { account: { merchantCode: settings.IPAY88_MERCHANT_CODE, merchantKey, url: settings.IPAY88_URL }, enquiries };
}

function readTng(settings: EnvSettings, production: boolean): TngConfig {
  const enquiries = { perDay: settings.TNG_ENQUIRIES_A_DAY, afterSeconds: settings.TNG_ENQUIRY_SECONDS };
  if (settings.TNG_CLIENT_ID === undefined) return { account: null, enquiries };
  for (const name of production ? (['TNG_URL', 'TNG_BRIDGE_URL'] as const) : []) {
    if (settings[name].startsWith('https:')) continue;
    throw new InvalidSetting(name, 'must begin with https:// when NODE_ENV is production');
  }
  return {
    account: {
      clientId: settings.TNG_CLIENT_ID,
      partnerId: requireSetting(settings, 'TNG_CLIENT_ID', 'TNG_PARTNER_ID'),
      url: settings.TNG_URL,
      signingKey: {
        version: settings.TNG_KEY_VERSION,
        privateKey: requireSetting(settings, 'TNG_CLIENT_ID', 'TNG_PRIVATE_KEY'),
        encoding: settings.TNG_SIGNATURE_ENCODING,
      },
      publicKeys: requireSetting(settings, 'TNG_CLIENT_ID', 'TNG_PUBLIC_KEYS'),
      bridgeUrl: settings.TNG_BRIDGE_URL,
    },
    enquiries,
  };
}

function readApp(settings: EnvSettings): AppConfig {
  const app = readAppConfig(settings);
  if ('wrong' in app) throw new InvalidSetting(app.wrong.name, app.wrong.why);
  return app;
}

function readMetrics({ METRICS_PORT: port, METRICS_HOST: host, PORT }: EnvSettings): Config['metrics'] {
  if (port === PORT) throw new InvalidSetting('METRICS_PORT', 'must differ from PORT: shoppers must not read it');
  return port === undefined ? null : { port, host };
}

/** The proxies whose `X-Forwarded-For` is trusted: none, these addresses, or a number of proxies. */
export type TrustProxy = false | string | ((address: string, hop: number) => boolean);

function parseTrustedProxies(text: string): TrustProxy {
  if (text === 'false') return false;
  if (text !== 'true' && !/^\d+$/.test(text)) return text;
  const proxies = text === 'true' ? 1 : Number(text);
  return (_, hop) => hop < proxies;
}

/**
 * Makes a folder and its parents. Node's recursive `mkdir` never returns where no folder can be created, as in `/proc`.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another starting process made it first.
    if (!existsSync(path)) throw error;
  }
}

/** Reads a secret in the data folder, or makes it at the first start, readable by its owner only. */
function readOrMakeSecret(dataDir: string, name: 'secret' | 'operator-token', prefix = ''): string {
  const path = join(dataDir, name);
  try {
    makeFolder(dataDir);
    writeFileSync(path, `${prefix}${randomBytes(32).toString('base64url')}`, { flag: 'wx', mode: 0o600 });
  } catch {
    // The file exists from an earlier start or another starting process, or the folder is unusable.
    if (!existsSync(path)) throw new InvalidSetting('DATA_DIR', `cannot be written to: ${dataDir}`);
  }
  return readFileSync(path, 'utf8');
}

/** Names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(schema.entries);

/** Environment variables, as a program reads them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads settings from the environment: `NAME`, else the content of the file at `NAME_FILE` without its last line break.
 * An empty variable counts as not set. Throws `InvalidSetting`.
 */
export function readEnvironment(env: Environment, names: readonly string[]): Record<string, string> {
  const read = (name: string): string | undefined => {
    const path = env[`${name}_FILE`];
    if (!path) return env[name];
    if (env[name]) throw new InvalidSetting(name, `must not be set together with ${name}_FILE`);
    try {
      return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      throw new InvalidSetting(`${name}_FILE`, `cannot be read: ${path} (${(error as NodeJS.ErrnoException).code})`);
    }
  };
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = read(name);
      return value ? [[name, value]] : [];
    }),
  );
}

/** Settings that production requires (docs/readings.md#39): real keys and addresses, no stand-in. */
const PRODUCTION_NEEDS = ['PUBLIC_URL', 'APP_SECRET', 'DATABASE_URL', 'SMTP_URL'] as const;

/**
 * Parses the settings. Throws `InvalidSetting` for the first wrong one; an empty variable counts as not set. Makes the
 * data folder, the operator's token, and the secret if `APP_SECRET` is not set.
 */
export function readConfig(env: Environment): Config {
  const parsed = v.safeParse(schema, readEnvironment(env, SETTING_NAMES));
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new InvalidSetting(v.getDotPath(issue)?.split('.')[0] ?? 'A setting', issue.message);
  }
  const settings = parsed.output;
  const production = settings.NODE_ENV === 'production';
  for (const name of production ? PRODUCTION_NEEDS : []) {
    if (settings[name] === undefined) throw new InvalidSetting(name, 'must be set when NODE_ENV is production');
  }
  if (settings.ROLE !== 'all' && settings.DATABASE_URL === undefined) {
    throw new InvalidSetting(
      'DATABASE_URL',
      `must be set when ROLE is ${settings.ROLE}: one process alone can embed it`,
    );
  }
  const dataDir = resolve(settings.DATA_DIR);
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`;
  const officeUrl = new URL('/office', publicUrl);
  if (settings.OFFICE_HOST !== undefined) officeUrl.hostname = settings.OFFICE_HOST;
  return {
    production,
    hasStandIns: !production && (settings.HOST === undefined || isLoopback(settings.HOST)),
    isDemo: settings.DEMO === undefined ? !production && settings.SHOP === undefined : settings.DEMO === '1',
    shopFolder: settings.SHOP === undefined ? undefined : resolve(settings.SHOP),
    role: settings.ROLE,
    port: settings.PORT,
    host: settings.HOST,
    metrics: readMetrics(settings),
    imageEffort: settings.IMAGE_EFFORT,
    orderCheckPostcode: settings.ORDER_CHECK_POSTCODE,
    tracing: readTracing(settings),
    publicUrl,
    officeHost: settings.OFFICE_HOST,
    officeUrl: officeUrl.href,
    dataDir,
    backupDir: settings.BACKUP_DIR === undefined ? undefined : resolve(settings.BACKUP_DIR),
    databaseUrl: settings.DATABASE_URL,
    databaseReplicaUrl: settings.DATABASE_REPLICA_URL,
    databasePooling: settings.DATABASE_POOLING,
    databaseWaitSeconds: settings.DATABASE_WAIT_SECONDS,
    redisUrl: settings.REDIS_URL,
    backup: { keyFile: settings.BACKUP_KEY_FILE, retention: settings.BACKUP_KEEP },
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    shopMail: { to: settings.SHOP_MAIL_TO, isDigest: settings.SHOP_MAIL_DIGEST === 'hourly' },
    secret: settings.APP_SECRET ?? readOrMakeSecret(dataDir, 'secret'),
    requiresSecondFactor: (settings.SECOND_FACTOR ?? (production ? 'required' : 'optional')) === 'required',
    operatorToken: readOrMakeSecret(dataDir, 'operator-token', 's_'),
    rateLimit: settings.RATE_LIMIT,
    rateLimitTracking: settings.RATE_LIMIT_TRACKING,
    rateLimitContact: settings.RATE_LIMIT_CONTACT,
    rateLimitTill: settings.RATE_LIMIT_TILL,
    rateLimitTillLookUps: settings.RATE_LIMIT_TILL_LOOK_UPS,
    rateLimitSignIn: settings.RATE_LIMIT_SIGN_IN,
    rateLimitSignUp: settings.RATE_LIMIT_SIGN_UP,
    rateLimitCodes: settings.RATE_LIMIT_CODES,
    rateLimitUnusedCodes: settings.RATE_LIMIT_UNUSED_CODES,
    rateLimitEnquiries: settings.RATE_LIMIT_ENQUIRIES,
    rateLimitPages: settings.RATE_LIMIT_PAGES,
    connections: settings.CONNECTIONS,
    connectionsPerAddress: settings.CONNECTIONS_PER_ADDRESS,
    openOrderLimits: readOpenOrderLimits(settings),
    whatsapp: readWhatsApp(settings),
    whatsappOrderTemplates: settings.WHATSAPP_ORDER_TEMPLATES,
    sms: readSms(settings),
    google: readGoogle(settings),
    fcm: readFcm(settings, production),
    ipay88: readIPay88(settings, production),
    tng: readTng(settings, production),
    app: readApp(settings),
    trustProxy: parseTrustedProxies(settings.TRUST_PROXY),
    corsOrigins: [publicUrl, ...SHELL_ORIGINS, ...settings.CORS_ORIGINS],
    trackers: listTrackers(settings),
    logLevel: settings.LOG_LEVEL ?? (production ? 'info' : 'warn'),
  };
}
