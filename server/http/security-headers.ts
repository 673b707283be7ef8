/** Headers of every response and page (docs/security.md#c20), and CORS of the API (docs/security.md#c21). */

import type { Branch } from '@shop/core/branch';
import { branchOfPage } from '@shop/core/links/page-query';
import type { TrackerSetting } from '../config.ts';
import type { MiniProgram, PaymentGateway } from '../partners/payment-provider.ts';
import { splitTarget } from './pages/normal-path.ts';

/** Origins that a tracker's script connects to, in addition to its own. */
const TRACKER_ORIGINS: Readonly<Record<TrackerSetting['tracker'], readonly string[]>> = {
  meta: ['https://www.facebook.com'],
  ga4: ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://*.googletagmanager.com'],
  tiktok: ['https://*.tiktok.com'],
};

/**
 * Hosts besides the shop's own; `mapTiles` is the address of a map's tiles, empty without them. `appScheme`: the scheme
 * of the app's links, which a page tries in a frame (docs/readings.md#70). `miniProgram`: the one that the page is
 * shown in.
 */
type PolicyHosts = {
  trackers: readonly TrackerSetting[];
  gateways: readonly PaymentGateway[];
  mapTiles: string;
  appScheme: string;
  miniProgram?: MiniProgram | null;
};

/**
 * Builds the content security policy: own files and configured trackers; forms may post to the payment gateway. Inside
 * a mini-program also the script of its app.
 */
function buildContentSecurityPolicy({
  trackers,
  gateways,
  mapTiles,
  appScheme,
  miniProgram = null,
}: PolicyHosts): string {
  const scripts = [...new Set(trackers.map(({ script }) => new URL(script).origin))];
  const further = [...scripts, ...trackers.flatMap(({ tracker }) => TRACKER_ORIGINS[tracker])];
  return [
    ["default-src 'self'"],
    ["script-src 'self'", ...scripts, ...(miniProgram === null ? [] : [new URL(miniProgram.bridgeUrl).origin])],
    ["style-src 'self'"],
    ["img-src 'self' data:", ...further, ...(mapTiles === '' ? [] : [new URL(mapTiles).origin])],
    ["font-src 'self'"],
    ["connect-src 'self'", ...further],
    [`frame-src ${appScheme}:`],
    ["object-src 'none'"],
    ["base-uri 'none'"],
    [`frame-ancestors ${miniProgram?.hostOrigin ?? "'none'"}`],
    ["form-action 'self'", ...gateways.flatMap(({ formUrls }) => formUrls).map((url) => new URL(url).origin)],
  ]
    .map((sources) => sources.join(' '))
    .join('; ');
}

/** Loosens the policy for Vite's reloading in development: style tags, inline preamble, web socket. */
const loosenForDevelopment = (policy: string): string =>
  policy
    .replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    .replace("connect-src 'self'", "connect-src 'self' ws:");

/**
 * Builds raw headers: name, value, name, value, … The referrer is the origin, never empty: payment gateways check it.
 * `https`: the shop is reached over TLS; sends HSTS for two years.
 */
export function securityHeaders(options: PolicyHosts & { https: boolean; development?: boolean }): string[] {
  const policy = buildContentSecurityPolicy(options);
  const isFramed = options.miniProgram != null && options.miniProgram.hostOrigin !== null;
  return [
    'Content-Security-Policy',
    options.development ? loosenForDevelopment(policy) : policy,
    'X-Content-Type-Options',
    'nosniff',
    // `X-Frame-Options` cannot name an origin, as `frame-ancestors` does.
    ...(isFramed ? [] : ['X-Frame-Options', 'DENY']),
    'Referrer-Policy',
    'strict-origin-when-cross-origin',
    'Permissions-Policy',
    'camera=(), microphone=(), geolocation=(self), payment=(), usb=()',
    'Cross-Origin-Opener-Policy',
    'same-origin',
    ...(options.https ? ['Strict-Transport-Security', 'max-age=63072000; includeSubDomains'] : []),
  ];
}

/** The security headers of pages, by the branch that they are for; null for all other responses. */
export type HeadersByBranch = ReadonlyMap<Branch | null, readonly string[]>;

/** Builds the headers of the shop and of each of its mini-programs. */
export function buildSecurityHeadersByBranch(options: Parameters<typeof securityHeaders>[0]): HeadersByBranch {
  const miniPrograms = options.gateways.flatMap(({ miniProgram }) => miniProgram ?? []);
  return new Map([
    [null, securityHeaders(options)],
    ...miniPrograms.map((miniProgram) => [miniProgram.branch, securityHeaders({ ...options, miniProgram })] as const),
  ]);
}

/** Reads the branch of a page from its URL; null for calls of the API. */
export function branchOfUrl(url: string): Branch | null {
  const { path, query } = splitTarget(url);
  return query === '' || path.startsWith('/api/') ? null : branchOfPage(new URLSearchParams(query));
}

/** Headers that a client may send from another origin. */
export const CORS_REQUEST_HEADERS = [
  'Authorization',
  'Content-Type',
  'x-session',
  'x-device',
  'X-Platform',
  'X-Branch',
  'Idempotency-Key',
];
/** Response headers that a client on another origin may read. */
export const CORS_EXPOSED_HEADERS = ['Date', 'ETag', 'Retry-After'];

/** Builds the CORS headers of an allowed origin; empty for others. */
export function buildCorsHeaders(allowed: readonly string[], origin: string | undefined): string[] {
  if (origin === undefined || !allowed.includes(origin)) return [];
  return ['Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', CORS_EXPOSED_HEADERS.join(', ')];
}
