/** Headers of every response and page (docs/security.md#c20), and CORS of the API (docs/security.md#c21). */

import type { Tracker } from '../config.ts';
import type { PaymentGateway } from '../partners/payment-provider.ts';

/** Origins that a tracker's script connects to, in addition to its own. */
const SENDS_TO: Readonly<Record<Tracker['tracker'], readonly string[]>> = {
  meta: ['https://www.facebook.com'],
  ga4: ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://*.googletagmanager.com'],
  tiktok: ['https://*.tiktok.com'],
};

/** Builds the content security policy: own files and configured trackers; forms may post to the payment gateway. */
function contentSecurityPolicy(trackers: readonly Tracker[], gateways: readonly PaymentGateway[]): string {
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
    ["form-action 'self'", ...gateways.flatMap(({ formUrls }) => formUrls).map((url) => new URL(url).origin)],
  ]
    .map((sources) => sources.join(' '))
    .join('; ');
}

/** Policy exceptions for Vite's reloading in development: style tags, inline preamble, web socket. */
const forDevelopment = (policy: string): string =>
  policy
    .replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    .replace("connect-src 'self'", "connect-src 'self' ws:");

/**
 * Builds raw headers: name, value, name, value, … The referrer is the origin, never empty: payment gateways check it. `https`:
 * the shop is reached over TLS; sends HSTS for two years.
 */
export function securityHeaders(options: {
  https: boolean;
  development?: boolean;
  trackers: readonly Tracker[];
  gateways: readonly PaymentGateway[];
}): string[] {
  const policy = contentSecurityPolicy(options.trackers, options.gateways);
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
/** Response headers that a client on another origin may read. */
export const CORS_EXPOSED_HEADERS = ['Date', 'ETag', 'Retry-After'];

/** Builds the CORS headers of an allowed origin; empty for others. */
export function corsHeaders(allowed: readonly string[], origin: string | undefined): string[] {
  if (origin === undefined || !allowed.includes(origin)) return [];
  return ['Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', CORS_EXPOSED_HEADERS.join(', ')];
}
