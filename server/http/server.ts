/** The HTTP server: common hooks, and the fast path of cached responses. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { refusal } from '@shop/core/refusal';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { TrustProxy } from '../config.ts';
import { type EndpointLabel, isMeasuring, recordRequest } from '../metrics/measurements.ts';
import { Refused, refuse } from '../refuse.ts';
import {
  nameRequestSpan,
  readJobTraceId,
  readRequestTraceId,
  runInRequestSpan,
  traceRequest,
} from '../tracing/traces.ts';
import { acceptBodies, MAX_BODY_BYTES } from './api/validate-request.ts';
import type { ResponseCache } from './cache/response-cache.ts';
import { serveCached } from './cache/send-cached.ts';
import { langOfUrl, rejectConnection, sendError, toErrorResponse } from './errors.ts';
import { createLimitedServer, createProxyCheck, type LimitedServer } from './limits/connections.ts';
import { toLoggedError } from './logged-error.ts';
import { normalizePath, splitTarget } from './pages/normal-path.ts';
import { HTML_TYPE, renderPlainPage } from './pages/plain-page.ts';
import { buildCorsHeaders, CORS_REQUEST_HEADERS } from './security-headers.ts';

/** A client that sends its headers, or its whole request, too slowly is dropped (docs/security.md#c24). */
const HEADERS_MS = 10_000;
const REQUEST_MS = 20_000;
const CHECK_EVERY_MS = 2_000;
/** Keep-alive time. */
const IDLE_MS = 20_000;
/** Keep-alive time behind a proxy: longer than the proxy's minute, so that it never sends on a closing connection. */
const PROXY_IDLE_MS = 65_000;
/**
 * Time without progress after which an unread response is aborted; detected after 18 s at most, since progress restarts
 * the timeout once.
 */
const STALLED_MS = 9_000;

export type ServerOptions = {
  cache: ResponseCache;
  /** Returns the raw headers of the response to a URL: name, value, name, value, … */
  securityHeaders(url: string): readonly string[];
  corsOrigins: readonly string[];
  trustProxy: TrustProxy;
  /** Concurrent connections: of one network, and of all. */
  connectionsPerAddress: number;
  connections: number;
  logLevel: string;
};

const CORS_PREFLIGHT_SECONDS = 600;

const toPairs = (flat: readonly string[]): [string, string][] =>
  flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? ''] as [string, string]] : []));

type HeadersOf = ServerOptions['securityHeaders'];

/**
 * Redirects a GET to its normalized path and refuses a malformed one; false if the path is already normal. Skips API
 * paths, whose segments are data.
 */
function redirectToNormalPath(request: IncomingMessage, response: ServerResponse, headersOf: HeadersOf): boolean {
  const { method, url = '/' } = request;
  if ((method !== 'GET' && method !== 'HEAD') || url.startsWith('/api/')) return false;
  const { path, query } = splitTarget(url);
  const normal = normalizePath(path);
  if (normal === path) return false;
  const always = [...headersOf(url), 'Cache-Control', 'no-store'];
  if (normal === null) {
    const page = renderPlainPage(refusal('request.malformed'), langOfUrl(url));
    const type = ['Content-Type', HTML_TYPE, 'Content-Length', String(Buffer.byteLength(page))];
    response.writeHead(400, [...always, ...type]).end(page);
    return true;
  }
  const { search } = new URL(query, 'http://shop');
  response.writeHead(301, [...always, 'Location', `${normal}${search}`, 'Content-Length', '0']).end();
  return true;
}

/** Refuses a request without exactly one `Host` header, and closes its connection; false if it has one. */
function refuseHost({ rawHeaders, url = '/' }: IncomingMessage, response: ServerResponse, headersOf: HeadersOf) {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts++;
  }
  if (hosts === 1) return false;
  const { status, body } = toErrorResponse(new Refused(refusal('request.malformed')), langOfUrl(url));
  const text = JSON.stringify(body);
  const type = ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(Buffer.byteLength(text))];
  const always = [...headersOf(url), 'Cache-Control', 'no-store', 'Connection', 'close'];
  response.writeHead(status, [...always, ...type]).end(text);
  return true;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The label under which log and metrics count a route's requests; `other` without it. */
    endpoint?: EndpointLabel | undefined;
  }
  interface FastifyRequest {
    /** Whether a file of the site was sent: the files share the route of the pages. */
    isSiteFile: boolean;
  }
}

/** Refuses route schemas, because no compiler is loaded. */
function refuseSchemas(): never {
  throw new Error('Routes have no fastify schemas: the contract describes them');
}

/** Runs the handlers of each request in its span. */
export function traceHandlers(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _, done) => {
    const { config, url } = request.routeOptions;
    nameRequestSpan(request.raw, config.endpoint ?? 'other', url);
    runInRequestSpan(request.raw, done);
  });
}

/** Makes the fastify application, without routes. */
export function createHttp(options: ServerOptions): { http: FastifyInstance; drain: LimitedServer['drain'] } {
  const servers: LimitedServer[] = [];
  const { cache, corsOrigins, securityHeaders } = options;
  const always = (url: string) => toPairs(securityHeaders(url));
  const isProxy = createProxyCheck(options.trustProxy);
  const app = Fastify({
    logger: { level: options.logLevel, base: null, serializers: { err: toLoggedError }, mixin: readJobTraceId },
    childLoggerFactory: (logger, bindings, childOptions, request) =>
      logger.child({ ...bindings, ...readRequestTraceId(request) }, childOptions),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    // Requests on open connections are still answered during shutdown.
    return503OnClosing: false,
    trustProxy: options.trustProxy,
    // `api/validate-request.ts` parses queries strictly; fastify's lenient reading is not used.
    // Contract and codec validate and encode; fastify's own compilers would add a tenth to the startup time.
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
    routerOptions: { maxParamLength: 1_000, querystringParser: () => ({}) },
    serverFactory: (handler) => {
      const listener = (request: IncomingMessage, response: ServerResponse) => {
        const startedAt = isMeasuring() ? performance.now() : 0;
        traceRequest(request, response, isProxy);
        const record = (endpoint: EndpointLabel) => {
          nameRequestSpan(request, endpoint);
          recordRequest(endpoint, request.method, response.statusCode, performance.now() - startedAt);
        };
        if (refuseHost(request, response, securityHeaders)) return record('other');
        const entry = request.method === 'GET' ? serveCached(cache, corsOrigins, request, response) : null;
        if (entry !== null) return record(entry.endpoint ?? 'page');
        if (redirectToNormalPath(request, response, securityHeaders)) return record('other');
        runInRequestSpan(request, () => handler(request, response));
      };
      const limits = {
        perNetwork: options.connectionsPerAddress,
        inAll: options.connections,
        headersMs: HEADERS_MS,
        requestMs: REQUEST_MS,
        idleMs: options.trustProxy === false ? IDLE_MS : PROXY_IDLE_MS,
        stalledMs: STALLED_MS,
        checkEveryMs: CHECK_EVERY_MS,
        isProxy,
      };
      // fastify makes a server for each address of a host name.
      const limitedServer = createLimitedServer(limits, listener);
      servers.push(limitedServer);
      return limitedServer.server;
    },
    // No hook runs for a malformed address.
    frameworkErrors: (error, request, reply) =>
      sendError(error, request, reply.headers(Object.fromEntries(always(request.url)))),
    clientErrorHandler: (error, socket) => rejectConnection(error, socket, securityHeaders('/')),
  });
  acceptBodies(app);
  app.decorateRequest('isSiteFile', false);
  app.setErrorHandler(sendError);
  app.setNotFoundHandler(() => refuse('request.not_found'));
  app.addHook('onRequest', async (request, reply) => {
    for (const [name, value] of always(request.url)) reply.header(name, value);
    for (const [name, value] of toPairs(buildCorsHeaders(corsOrigins, request.headers.origin)))
      reply.header(name, value);
    if (request.url.startsWith('/api/')) reply.header('Vary', 'Accept-Encoding, Origin');
  });
  app.addHook('onResponse', async (request, reply) => {
    // Logs the route's pattern, never its query or a token (docs/readings.md#26).
    const route = request.routeOptions.url ?? 'none';
    const { method, isSiteFile } = request;
    const { statusCode: status, elapsedTime } = reply;
    const endpoint = isSiteFile ? 'other' : (request.routeOptions.config.endpoint ?? 'other');
    recordRequest(endpoint, method, status, elapsedTime);
    nameRequestSpan(request.raw, endpoint, route);
    request.log.info({ method, route, endpoint, status, ms: Math.round(elapsedTime) });
  });
  app.options('/api/*', async (request, reply) => {
    if (!corsOrigins.includes(request.headers.origin ?? '')) return reply.code(204).send();
    return reply
      .code(204)
      .header('Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE')
      .header('Access-Control-Allow-Headers', CORS_REQUEST_HEADERS.join(', '))
      .header('Access-Control-Max-Age', String(CORS_PREFLIGHT_SECONDS))
      .send();
  });
  return {
    http: app,
    async drain() {
      await Promise.all(servers.map((server) => server.drain()));
    },
  };
}
