/**
 * The typed client of the API, for every application: the shop, and others with their own paths, tokens and reactions
 * to refusals. Imports no schema, so that a browser loads no validator.
 */
import { ApiError, toApiError } from './api-error.ts';
import type { EndpointRequest, EndpointResponse } from './endpoint.ts';
import type { EndpointName, ShopperEndpointName } from './endpoint-paths.ts';
import type { Endpoints } from './endpoints.ts';
import { parseResponse } from './parse-response.ts';

/** The parts of an endpoint's request; a part without required fields is optional. */
type RequestParts<Request> = {
  [Part in keyof Request as Request[Part] extends undefined
    ? never
    : Partial<Request[Part]> extends Request[Part]
      ? never
      : Part]: Request[Part];
} & {
  [Part in keyof Request as Request[Part] extends undefined
    ? never
    : Partial<Request[Part]> extends Request[Part]
      ? Part
      : never]?: Request[Part];
};

export type RequestOf<Name extends keyof Endpoints> = RequestParts<EndpointRequest<Endpoints[Name]>>;
/** A response: money in sen. Times are typed as the handler gives them, but arrive as ISO text: `new Date(time)`. */
export type ResponseOf<Name extends keyof Endpoints> = EndpointResponse<Endpoints[Name]>;

export type CallOptions = {
  signal?: AbortSignal;
  idempotencyKey?: string;
  /** Lets the request outlive the page, for calls made while the user leaves. */
  keepalive?: boolean;
};

/** Calls an endpoint by name, one of `Names`. */
export type CallOf<Names extends EndpointName> = <Name extends Names>(
  name: Name,
  request: RequestOf<Name>,
  options?: CallOptions,
) => Promise<ResponseOf<Name>>;

/** Calls a shopper's endpoint. */
export type Call = CallOf<ShopperEndpointName>;

export type ClientOptions<Names extends EndpointName> = {
  /** Method and path of the endpoints that the application calls: `shopperPaths`, `staffPaths`. */
  paths: Readonly<Record<Names, string>>;
  /** The shop's origin, such as `https://shop.example`; empty for that of the page. */
  host: string;
  /** Headers of a request, such as the caller's token; called for each request. */
  headers(name: Names): Readonly<Record<string, string>>;
  /** Called with every response, before its status is checked. */
  onResponse?(response: Response): void;
  /** Called with the error of every response outside 2xx, before the call throws it. */
  onErrorResponse?(error: ApiError): void;
  /** Default 30 s. */
  timeoutMs?: number;
  fetch?: typeof globalThis.fetch;
};

/** docs/spec.md §9 "Request timeout 30 s". */
const TIMEOUT_MS = 30_000;

/** Returns the picture of a body `{ picture }`, which is sent as a file; null for any other body. */
const readPicture = (body: unknown): Blob | null => {
  const { picture }: { picture?: unknown } = Object(body);
  return picture instanceof Blob ? picture : null;
};

type AnyRequest = { params?: object; query?: object; body?: unknown };

/** Builds a request's URL below the host: fills in path parameters and leaves out unset query parameters. */
export function buildApiUrl(endpointPath: string, request: AnyRequest): { method: string; url: string } {
  const [method = 'GET', pattern = '/'] = endpointPath.split(' ');
  const values = new Map<string, unknown>(Object.entries(request.params ?? {}));
  const path = pattern.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(values.get(key))));
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(key, String(value));
  }
  const text = query.toString();
  return { method, url: `/api${path}${text === '' ? '' : `?${text}`}` };
}

/** Addresses of the shop's files in the JSON of a response, which start at the shop's root. */
const FILE_ADDRESS_START = /"(?=\/(?:media|api)\/)/g;

/** Completes the addresses of the shop's files, for an application on another origin. */
const withHost = (text: string, host: string): string =>
  host === '' ? text : text.replace(FILE_ADDRESS_START, `"${host}`);

type Deadline = { signal: AbortSignal; isOver: () => boolean; clear: () => void };

/** Aborts the request when the caller aborts or the timeout passes; `isOver` distinguishes the two. */
function startDeadline(signal: AbortSignal | undefined, timeoutMs: number): Deadline {
  const controller = new AbortController();
  let late = false;
  const abort = () => controller.abort();
  const timer = setTimeout(() => {
    late = true;
    controller.abort();
  }, timeoutMs);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  const clear = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  };
  return { signal: controller.signal, isOver: () => late, clear };
}

/**
 * Creates a client. Its calls throw `ApiError` for a refusal, another failure or no response; an abort by the
 * caller stays an `AbortError`.
 */
export function createClient<Names extends EndpointName>(options: ClientOptions<Names>): CallOf<Names> {
  const { paths, host, headers, onResponse, onErrorResponse, timeoutMs = TIMEOUT_MS } = options;

  async function send(url: string, request: RequestInit, signal?: AbortSignal): Promise<[Response, string]> {
    // Called without an object: a browser's own `fetch` refuses another `this`.
    const { fetch = globalThis.fetch } = options;
    const deadline = startDeadline(signal, timeoutMs);
    try {
      const response = await fetch(url, { ...request, signal: deadline.signal });
      return [response, await response.text()];
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new ApiError(0, deadline.isOver() ? 'timeout' : 'network', '');
    } finally {
      deadline.clear();
    }
  }

  async function call<Name extends Names>(
    name: Name,
    request: RequestOf<Name>,
    { signal, idempotencyKey, keepalive }: CallOptions = {},
  ): Promise<ResponseOf<Name>> {
    const parts: AnyRequest = request;
    const { method, url } = buildApiUrl(paths[name], parts);
    const file = readPicture(parts.body);
    const body = file ?? (parts.body === undefined ? undefined : JSON.stringify(parts.body));
    const allHeaders = {
      Accept: 'application/json',
      ...headers(name),
      ...(body !== undefined && { 'Content-Type': file?.type ?? 'application/json' }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    };
    const [response, text] = await send(host + url, { method, headers: allHeaders, body, keepalive }, signal);
    onResponse?.(response);
    if (!response.ok) {
      const error = toApiError(response.status, text, response.headers.get('content-type'));
      error.retryAfter = Number(response.headers.get('retry-after')) || 0;
      onErrorResponse?.(error);
      throw error;
    }
    try {
      // The server encodes its response by the schema of this type.
      return parseResponse(withHost(text, host)) as ResponseOf<Name>;
    } catch {
      throw new ApiError(response.status, 'unreadable', '');
    }
  }
  return call;
}
