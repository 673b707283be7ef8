/** The HTTP server: what every answer shares, and the short way of those that are kept. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { refusal } from '@shop/core/refusal';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { TrustProxy } from '../config.ts';
import { refuse } from '../refuse.ts';
import { acceptJson, MAX_BODY } from './api/json-body.ts';
import type { ByteCache } from './cache/response-cache.ts';
import { serveKept } from './cache/send-cached.ts';
import { answerError, answerNoRequest, langOfUrl } from './errors.ts';
import { createLimitedServer, proxyCheck } from './limits/connections.ts';
import { loggedError } from './logged-error.ts';
import { normalPath, splitTarget } from './pages/normal-path.ts';
import { HTML, plainPage } from './pages/plain-page.ts';
import { CORS_REQUEST_HEADERS, corsHeaders } from './security-headers.ts';

/** A client that sends its headers, or its whole request, too slowly is dropped (docs/security.md#c24). */
const HEADERS_MS = 10_000;
const REQUEST_MS = 20_000;
const CHECK_EVERY_MS = 2_000;
/** Between two requests. A proxy closes its side after a minute, and must never send into a connection that we close. */
const IDLE_MS = 20_000;
const PROXY_IDLE_MS = 65_000;
/** Noticed after 18 s at most: a response that is partly read begins its time again once. */
const STALLED_MS = 9_000;

export type ServerOptions = {
  cache: ByteCache;
  /** Name, value, name, value, … of every answer. */
  securityHeaders: readonly string[];
  corsOrigins: readonly string[];
  trustProxy: TrustProxy;
  /** Connections at a time: of one network, and of all. */
  connectionsPerAddress: number;
  connections: number;
  logLevel: string;
};

const CORS_PREFLIGHT_SECONDS = 600;

const pairs = (flat: readonly string[]): [string, string][] =>
  flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? ''] as [string, string]] : []));

/**
 * Leads a GET of an unusual spelling to the normal one, and answers one that cannot be read; false where the path is in
 * its normal form. Paths of the API are left alone: their parts are data.
 */
function settlePath(request: IncomingMessage, response: ServerResponse, headers: readonly string[]): boolean {
  const { method, url = '/' } = request;
  if ((method !== 'GET' && method !== 'HEAD') || url.startsWith('/api/')) return false;
  const { path, query } = splitTarget(url);
  const normal = normalPath(path);
  if (normal === path) return false;
  const always = [...headers, 'Cache-Control', 'no-store'];
  if (normal === null) {
    const page = plainPage(refusal('request.malformed'), langOfUrl(url));
    const type = ['Content-Type', HTML, 'Content-Length', String(Buffer.byteLength(page))];
    response.writeHead(400, [...always, ...type]).end(page);
    return true;
  }
  const { search } = new URL(query, 'http://shop');
  response.writeHead(301, [...always, 'Location', `${normal}${search}`, 'Content-Length', '0']).end();
  return true;
}

/** An application without routes yet. */
export function createHttp(options: ServerOptions): FastifyInstance {
  const { cache, corsOrigins } = options;
  const always = pairs(options.securityHeaders);
  const app = Fastify({
    logger: { level: options.logLevel, base: null, serializers: { err: loggedError } },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY,
    // Whoever is connected when the end is asked for is still answered.
    return503OnClosing: false,
    trustProxy: options.trustProxy,
    // Queries are parsed strictly by query.ts; fastify's lenient reading is not used.
    routerOptions: { maxParamLength: 1_000, querystringParser: () => ({}) },
    serverFactory: (handler) => {
      const listener = (request: IncomingMessage, response: ServerResponse) => {
        if (serveKept(cache, corsOrigins, request, response)) return;
        if (!settlePath(request, response, options.securityHeaders)) handler(request, response);
      };
      const limits = {
        perNetwork: options.connectionsPerAddress,
        inAll: options.connections,
        headersMs: HEADERS_MS,
        requestMs: REQUEST_MS,
        idleMs: options.trustProxy === false ? IDLE_MS : PROXY_IDLE_MS,
        stalledMs: STALLED_MS,
        checkEveryMs: CHECK_EVERY_MS,
        isProxy: proxyCheck(options.trustProxy),
      };
      return createLimitedServer(limits, listener);
    },
    // No hook runs for an address that could not be read.
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers(Object.fromEntries(always))),
    clientErrorHandler: (error, socket) => answerNoRequest(error, socket, options.securityHeaders),
  });
  acceptJson(app);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(() => refuse('request.not_found'));
  app.addHook('onRequest', async (request, reply) => {
    for (const [name, value] of always) reply.header(name, value);
    for (const [name, value] of pairs(corsHeaders(corsOrigins, request.headers.origin))) reply.header(name, value);
    if (request.url.startsWith('/api/')) reply.header('Vary', 'Accept-Encoding, Origin');
  });
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, never its query, and no token (docs/readings.md#26).
    const route = request.routeOptions.url ?? 'none';
    request.log.info({ method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) });
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
  return app;
}
