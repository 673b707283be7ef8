/**
 * The only API client in the browser (docs/spec.md §7 "Request conventions"). The server runs the same calls in
 * process; both are a `Call` of the contract.
 */

import type { RequestOf, ResponseOf } from '@shop/contract/api/client';
import { type ShopperEndpointName, shopperPaths } from '@shop/contract/api/endpoint-paths';
import { parseResponse } from '@shop/contract/api/parse-response';
import { parseLang } from '@shop/core/lang';
import { logoutPath, ROUTES, withLang } from '@shop/core/links/paths';
import { authToken, deviceToken, guestToken, sessionId } from '../storage.ts';
import { compareClocks } from './server-clock.ts';

/** docs/spec.md §9 "Request timeout 30 s". */
const TIMEOUT_MS = 30_000;

/** Same origin on the site; the app shell is built with the shop's host. */
const API_BASE = `${import.meta.env.VITE_API_HOST ?? ''}/api`;

/**
 * A failed call. `message` is for the shopper, in the page's language, and empty if the server sent none; `status` is
 * 0 without a response (`code` `network` or `timeout`).
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** Field → its messages. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** The whole response body, such as the changes of a 409; money is in sen. */
  readonly body: unknown;
  /** Seconds to wait before a retry, if the response says so; else 0. */
  retryAfter = 0;

  constructor(status: number, code: string, message: string, errors: ApiError['errors'] = {}, body: unknown = null) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.body = body;
  }
}

/** docs/spec.md §8 "Error message extraction: response data string, else data.message" (docs/readings.md#23). */
export function errorMessage(body: unknown): string {
  if (typeof body === 'string') return body;
  if (typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string') {
    return body.message;
  }
  return '';
}

function isMessages(value: unknown): value is Record<string, string[]> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((each) => Array.isArray(each) && each.every((text) => typeof text === 'string'))
  );
}

/**
 * Reads an error response. A plain text is the message (docs/spec.md §8 "response data string"); any other body that is
 * not JSON, such as a proxy's HTML page, has none for the shopper.
 */
export function toApiError(status: number, text: string, contentType: string | null = null): ApiError {
  let body: unknown = null;
  try {
    body = parseResponse(text);
  } catch {
    const message = contentType?.startsWith('text/plain') ? text.trim() : '';
    return new ApiError(status, 'unreadable', message);
  }
  const fields = typeof body === 'object' && body !== null ? body : {};
  const code = 'code' in fields && typeof fields.code === 'string' ? fields.code : 'unknown';
  const errors = 'errors' in fields && isMessages(fields.errors) ? fields.errors : {};
  return new ApiError(status, code, errorMessage(body), errors, body);
}

type RequestParts = { params?: object; query?: object; body?: unknown };

/** Builds a call's URL: fills in path parameters and leaves out unset query parameters. */
export function apiUrl(name: ShopperEndpointName, request: RequestParts): { method: string; url: string } {
  const [method = 'GET', pattern = '/'] = shopperPaths[name].split(' ');
  const values = new Map<string, unknown>(Object.entries(request.params ?? {}));
  const path = pattern.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(values.get(key))));
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(key, String(value));
  }
  const text = query.toString();
  return { method, url: `${API_BASE}${path}${text === '' ? '' : `?${text}`}` };
}

function headers(name: ShopperEndpointName, hasBody: boolean, idempotencyKey: string | undefined): Headers {
  const all = new Headers({
    Accept: 'application/json',
    // docs/spec.md §7: the auth token, else the guest token, else an empty bearer.
    Authorization: `Bearer ${authToken.read() ?? guestToken.read() ?? ''}`,
    'X-Platform': 'web',
  });
  const session = sessionId.read();
  if (session !== null) all.set('x-session', session);
  const device = deviceToken.read();
  if (device !== null && name.startsWith('identity.')) all.set('x-device', device);
  if (hasBody) all.set('Content-Type', 'application/json');
  if (idempotencyKey !== undefined) all.set('Idempotency-Key', idempotencyKey);
  return all;
}

/** docs/spec.md §8 "403 from any call: go to logout with force=1". Here and nowhere else. */
function leaveSignedOut(): void {
  const here = new URL(window.location.href);
  if (here.pathname === ROUTES.logout) return;
  window.location.assign(withLang(logoutPath({ force: true }), parseLang(here.searchParams.get('lang'))));
}

/** Aborts the request when the caller aborts or the timeout passes; `timedOut` distinguishes the two. */
function deadline(signal: AbortSignal | undefined): { signal: AbortSignal; timedOut: () => boolean; done: () => void } {
  const controller = new AbortController();
  let late = false;
  const giveUp = () => controller.abort();
  const timer = setTimeout(() => {
    late = true;
    controller.abort();
  }, TIMEOUT_MS);
  if (signal?.aborted) giveUp();
  signal?.addEventListener('abort', giveUp);
  const done = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  };
  return { signal: controller.signal, timedOut: () => late, done };
}

/**
 * Sends a request and reads its text. Throws `ApiError` without a response; an abort by the caller stays an
 * `AbortError`.
 */
async function exchange(
  url: string,
  request: RequestInit,
  signal: AbortSignal | undefined,
): Promise<[Response, string]> {
  const until = deadline(signal);
  try {
    const response = await fetch(url, { ...request, signal: until.signal });
    return [response, await response.text()];
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, until.timedOut() ? 'timeout' : 'network', '');
  } finally {
    until.done();
  }
}

export type ApiOptions = {
  signal?: AbortSignal;
  idempotencyKey?: string;
  /** Lets the request outlive the page, for calls made while the shopper leaves. */
  keepalive?: boolean;
};

/**
 * Calls an endpoint by its name. Money in the response is in sen. Throws `ApiError`; an abort by the caller stays an
 * `AbortError`.
 */
export async function api<Name extends ShopperEndpointName>(
  name: Name,
  request: RequestOf<Name>,
  { signal, idempotencyKey, keepalive }: ApiOptions = {},
): Promise<ResponseOf<Name>> {
  const parts: RequestParts = request;
  const { method, url } = apiUrl(name, parts);
  const body = parts.body === undefined ? undefined : JSON.stringify(parts.body);
  const init = { method, headers: headers(name, body !== undefined, idempotencyKey), body, keepalive };
  const [response, text] = await exchange(url, init, signal);
  compareClocks(response.headers.get('date'));
  if (response.status === 403) leaveSignedOut();
  if (!response.ok) {
    const refused = toApiError(response.status, text, response.headers.get('content-type'));
    refused.retryAfter = Number(response.headers.get('retry-after')) || 0;
    throw refused;
  }
  try {
    // The server encodes its response by the schema of this type.
    return parseResponse(text) as ResponseOf<Name>;
  } catch {
    throw new ApiError(response.status, 'unreadable', '');
  }
}

/** Returns whether the shop responds to a request for the current page. */
export const isShopReachable = (): Promise<boolean> =>
  fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
