/** Headers that every answer and every page carries (docs/security.md#c20), and who may read the API from elsewhere (docs/security.md#c21). */

import type { Tracker } from '../config.ts';

/** Where a tracker's script sends to, beside where it came from. */
const SENDS_TO: Readonly<Record<Tracker['tracker'], readonly string[]>> = {
  meta: ['https://www.facebook.com'],
  ga4: ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://*.googletagmanager.com'],
  tiktok: ['https://*.tiktok.com'],
};

/** Nothing but our own files, and of trackers those that the shop is set up with; forms may go to the payment gateway. */
function contentSecurityPolicy(trackers: readonly Tracker[]): string {
  const scripts = [...new Set(trackers.map(({ script }) => new URL(script).origin))];
  const further = [...scripts, ...trackers.flatMap(({ tracker }) => SENDS_TO[tracker])];
  return [
    ["default-src 'self'"],
    ["script-src 'self'", ...scripts],
    ["style-src 'self'"],
    ["img-src 'self' data:", ...further],
    ["font-src 'self'"],
    ["connect-src 'self'", ...further],
    ["object-src 'none'"],
    ["base-uri 'none'"],
    ["frame-ancestors 'none'"],
    ["form-action 'self' https://payment.ipay88.com.my"],
  ]
    .map((sources) => sources.join(' '))
    .join('; ');
}

/** What Vite's reloading needs in development: its own style tags, its inline preamble and its socket. */
const forDevelopment = (policy: string): string =>
  policy
    .replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    .replace("connect-src 'self'", "connect-src 'self' ws:");

/**
 * As name, value, name, value, … The referrer is the origin, never nothing: iPay88 checks it.
 * `https`: the shop is reached over TLS, which browsers are told to insist on for two years.
 */
export function securityHeaders(options: {
  https: boolean;
  development?: boolean;
  trackers: readonly Tracker[];
}): string[] {
  const policy = contentSecurityPolicy(options.trackers);
  return [
    'Content-Security-Policy',
    options.development ? forDevelopment(policy) : policy,
    'X-Content-Type-Options',
    'nosniff',
    'X-Frame-Options',
    'DENY',
    'Referrer-Policy',
    'strict-origin-when-cross-origin',
    'Permissions-Policy',
    'camera=(), microphone=(), geolocation=(self), payment=(), usb=()',
    'Cross-Origin-Opener-Policy',
    'same-origin',
    ...(options.https ? ['Strict-Transport-Security', 'max-age=63072000; includeSubDomains'] : []),
  ];
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
/** Headers of an answer that a client may read from another origin. */
export const CORS_ANSWER_HEADERS = ['ETag', 'Retry-After'];

/** What an origin on the list is told; nothing where it is not on it. */
export function corsHeaders(allowed: readonly string[], origin: string | undefined): string[] {
  if (origin === undefined || !allowed.includes(origin)) return [];
  return ['Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', CORS_ANSWER_HEADERS.join(', ')];
}
