/**
 * Handles calls of the API: registers every endpoint under `/api`, and runs one for an HTTP request or for a page that
 * is being rendered.
 */
import type { Endpoint, EndpointInput, EndpointParts } from '@shop/contract/api/endpoint';
import type { EndpointName } from '@shop/contract/api/endpoint-paths';
import { type Endpoints, endpoints } from '@shop/contract/api/endpoints';
import { MAX_PICTURE_BYTES } from '@shop/contract/common-schemas';
import { type Branch, parseBranch } from '@shop/core/branch';
import { type Lang, parseLang } from '@shop/core/lang';
import { hasRole } from '@shop/core/staff/roles';
import { dayOf } from '@shop/core/time';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type ClientInfo,
  type Ctx,
  type DriverActor,
  type Handlers,
  NO_REQUEST,
  type ShopServices,
  type StaffActor,
  type TaskQueue,
  type TillActor,
} from '../../context.ts';
import type { Db } from '../../db/database.ts';
import { refuse } from '../../refuse.ts';
import { isIssued } from '../../secrets/sign.ts';
import type { CacheEntry, ResponseCache } from '../cache/response-cache.ts';
import { buildCacheAddress, sendEntry } from '../cache/send-cached.ts';
import type { CheckoutAdmission } from '../limits/checkout-admission.ts';
import type { EndpointLimits } from '../limits/rate-limits.ts';
import {
  hashToken,
  identify,
  identifyTill,
  type LookUpToken,
  type RequestAuth,
  requireUnrestricted,
} from './authenticate.ts';
import { encodeResult } from './encode-result.ts';
import { findStoredResponse, type IdempotentRequest, readIdempotencyKey, runOncePerKey } from './idempotency.ts';
import { extractQuery, type Input, parseInput, parseQuery, type RawInput } from './validate-request.ts';

/** Work of endpoints before their transaction, by endpoint name. */
export type Preparations = {
  readonly [Name in EndpointName]?: (ctx: Ctx, input: EndpointInput<Endpoints[Name]>) => Promise<void>;
};

/** The dependencies of all endpoints; created once, in `app.ts`. */
export type RunningShop = ShopServices & {
  handlers: Handlers<EndpointName>;
  db: Db;
  /** Database for cached responses: a replica if configured. */
  readDb: Db;
  cache: ResponseCache;
  lookUpToken: LookUpToken;
  hasGuestCart: (tokenHash: string) => Promise<boolean>;
  lookUpStaff: (token: string) => Promise<StaffActor | null>;
  lookUpTill: (key: string) => Promise<TillActor | null>;
  lookUpDriver: (token: string) => Promise<DriverActor | null>;
  /** Whether the owner of a login signed in on a device before, by the hash of the device's token. */
  isKnownDevice: (deviceHash: string, login: string) => Promise<boolean>;
  /** The same for staff, by email. */
  isKnownStaffDevice: (deviceHash: string, email: string) => Promise<boolean>;
  /** Work of an endpoint that calls partners, before the transaction of its idempotency key. */
  preparations: Preparations;
  /** Writes the response of an endpoint as CSV, by endpoint name. */
  csvWriters: { readonly [Name in EndpointName]?: (response: never) => string };
  /** Limits how many calls of an endpoint run at once. */
  queues: { readonly [Name in EndpointName]?: TaskQueue };
  admission: CheckoutAdmission;
  clock(): Date;
  steadyClock(): Date;
};

type AnyHandler = (ctx: Ctx, input: Input) => Promise<unknown>;

/** Makes the context of one call. */
export function makeContext(shop: RunningShop, auth: RequestAuth, lang: Lang, request: ClientInfo): Ctx {
  return {
    db: shop.db,
    actor: auth.actor,
    now: shop.clock(),
    steadyNow: shop.steadyClock(),
    lang,
    priceGroup: auth.priceGroup,
    cacheTags: { products: new Set(), list: false, until: null },
    request,
    shop,
  };
}

/** Runs the handler and encodes its result by the contract: JSON, money as text. */
async function callHandler(shop: RunningShop, endpoint: Endpoint, ctx: Ctx, input: Input): Promise<string> {
  // The table's type ties each handler to its endpoint; here both are known by the same name only.
  const handler = shop.handlers[endpoint.name] as AnyHandler;
  return encodeResult(endpoint.response, await handler(ctx, input));
}

/**
 * Refuses a staff endpoint while the session is locked or lacks a second factor, and one outside the caller's roles as
 * if it did not exist.
 */
function requireRole({ access, roles = [], worksWhile = [] }: Endpoint, { actor }: Ctx): void {
  if (access !== 'staff') return;
  if (actor.kind === 'staff') requireUnrestricted(actor, worksWhile);
  if (actor.kind !== 'staff' || !hasRole(actor.roles, roles)) refuse('request.not_found');
}

/** Describes an idempotent request; null without a key. */
function describeIdempotentRequest(
  { name, idempotent, status = 200 }: Endpoint,
  input: Input,
  key: string | undefined,
): IdempotentRequest | null {
  if (idempotent !== true || key === undefined) return null;
  const body = JSON.stringify(input.body);
  const target = Object.keys(Object(input.params)).length === 0 ? '' : ` ${JSON.stringify(input.params)}`;
  return { key, text: `${name}${target}\n${body}`, formerText: `${name}\n${body}`, status };
}

/** Runs an uncached call. Calls with the same idempotency key share one response. */
export async function runCall(
  shop: RunningShop,
  endpoint: Endpoint,
  ctx: Ctx,
  raw: RawInput,
  idempotencyKey?: string,
): Promise<string> {
  requireRole(endpoint, ctx);
  const input = parseInput(endpoint, raw);
  const request = describeIdempotentRequest(endpoint, input, idempotencyKey);
  const busy = await shop.admission.check(endpoint.name, input.body, ctx);
  if (busy !== null) {
    // A repeat of a placed order begins no checkout.
    const response = request && (await findStoredResponse(ctx, request));
    if (response === null) throw busy;
    return response;
  }
  const queue = shop.queues[endpoint.name];
  const prepare = shop.preparations[endpoint.name] as ((ctx: Ctx, input: Input) => Promise<void>) | undefined;
  const answer = async () => {
    await prepare?.(ctx, input);
    if (request === null) return callHandler(shop, endpoint, ctx, input);
    return runOncePerKey(ctx, request, (inside) => callHandler(shop, endpoint, inside, input));
  };
  return queue === undefined ? answer() : queue(answer);
}

/** A call whose response is cached. */
export type CacheableCall = { raw: RawInput; lang: Lang; branch: Branch | null };

/**
 * Builds the cache key: name, parameters of the contract, language, price group and, if the response depends on it, the
 * branch.
 */
function makeCacheKey(endpoint: Endpoint, { raw, lang, branch }: CacheableCall, priceGroup: string | null): string {
  const query: Readonly<Record<string, unknown>> = Object(raw.query);
  const names = Object.keys(endpoint.query.entries)
    .filter((name) => name !== 'lang' && query[name] !== undefined)
    .sort();
  const values = names.map((name) => [name, query[name]]);
  return JSON.stringify([endpoint.name, raw.params, values, lang, priceGroup, endpoint.byBranch === true && branch]);
}

/** Runs a call whose response is cached. */
export async function runCachedCall(
  shop: RunningShop,
  endpoint: Endpoint,
  auth: RequestAuth,
  cacheable: CacheableCall,
): Promise<{ key: string; entry: CacheEntry }> {
  const { raw, lang, branch } = cacheable;
  const byBranch = endpoint.byBranch === true;
  const key = makeCacheKey(endpoint, cacheable, auth.priceGroup);
  const entry = await shop.cache.get(key, async () => {
    const input = parseInput(endpoint, raw);
    // The response is the same for every caller, so the handler gets no caller.
    const anonymous: RequestAuth = { actor: { kind: 'anonymous' }, priceGroup: auth.priceGroup };
    const request = byBranch ? { ...NO_REQUEST, branch } : NO_REQUEST;
    const ctx = { ...makeContext(shop, anonymous, lang, request), db: shop.readDb };
    ctx.cacheTags.list = endpoint.cacheable === 'list';
    const body = await callHandler(shop, endpoint, ctx, input);
    const contentType = 'application/json; charset=utf-8';
    return {
      body,
      contentType,
      cacheTags: ctx.cacheTags,
      keep: true,
      personal: auth.priceGroup !== null,
      byBranch,
      status: 200,
      endpoint: endpoint.name as EndpointName,
    };
  });
  return { key, entry };
}

const CLIENT_PLATFORMS = new Set(['web', 'ios', 'android', 'TNG']);
const SESSION_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const firstValue = (header: string | string[] | undefined): string => (typeof header === 'string' ? header : '');

/** Returns the hash of the token in `x-device`; null unless the shop issued it to a device. */
function hashDevice({ headers }: FastifyRequest, secret: string): string | null {
  const token = firstValue(headers['x-device']);
  return token.startsWith('d_') && isIssued(secret, token) ? hashToken(token) : null;
}

/** Returns the login or contact that a request names, by which known devices are looked up; empty without one. */
function readLogin(body: unknown): string {
  const { login, email, contact_number, contact }: Record<string, unknown> = Object(body);
  return String(login ?? email ?? contact_number ?? contact ?? '').slice(0, 254);
}

function readClientInfo(request: FastifyRequest, secret: string): ClientInfo {
  const { headers, ip } = request;
  const platform = firstValue(headers['x-platform']);
  const session = firstValue(headers['x-session']);
  return {
    platform: CLIENT_PLATFORMS.has(platform) ? platform : 'web',
    branch: parseBranch(headers['x-branch']),
    session: SESSION_PATTERN.test(session) ? session : null,
    device: firstValue(headers['user-agent']),
    deviceHash: hashDevice(request, secret),
    address: ip,
  };
}

const acceptsCsv = ({ headers }: FastifyRequest): boolean => /^text\/csv\b/.test(headers.accept ?? '');

function hasNul(params: unknown): boolean {
  return Object.values(Object(params)).some((value) => typeof value === 'string' && value.includes('\0'));
}

type EndpointOptions = { corsOrigins: readonly string[]; limits: EndpointLimits };

function identifyCaller(shop: RunningShop, { access }: Endpoint, request: FastifyRequest): Promise<RequestAuth> {
  if (hasNul(request.params)) refuse('request.malformed');
  const { authorization, 'x-api-key': apiKey } = request.headers;
  return access === 'till' ? identifyTill(firstValue(apiKey), shop) : identify(authorization, access, shop);
}

async function answerRequest(
  shop: RunningShop,
  endpoint: Endpoint<EndpointParts>,
  options: EndpointOptions,
  auth: RequestAuth,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const query = parseQuery(extractQuery(request.url));
  const lang = parseLang(query.lang);
  const raw = { params: request.params, query, body: request.body };
  if (endpoint.cacheable !== undefined) {
    const header = request.headers['x-branch'];
    const { key, entry } = await runCachedCall(shop, endpoint, auth, { raw, lang, branch: parseBranch(header) });
    if (auth.priceGroup === null) shop.cache.alias(buildCacheAddress(request.url, header), key);
    await sendEntry(shop.cache, options.corsOrigins, entry, request, reply);
    return;
  }
  const ctx = makeContext(shop, auth, lang, readClientInfo(request, shop.secret));
  const key = endpoint.idempotent === true ? readIdempotencyKey(request.headers['idempotency-key']) : undefined;
  const body = await runCall(shop, endpoint, ctx, raw, key);
  const writeCsv = acceptsCsv(request) ? shop.csvWriters[endpoint.name] : undefined;
  if (writeCsv !== undefined) {
    const file = `${endpoint.name.replace(/^.*\./, '')}-${dayOf(ctx.now)}.csv`;
    reply
      .header('content-disposition', `attachment; filename="${file}"`)
      .header('cache-control', 'no-store')
      .type('text/csv; charset=utf-8')
      .send(writeCsv(JSON.parse(body) as never));
    return;
  }
  if (endpoint.file !== undefined) {
    reply.header('content-disposition', `attachment; filename="${endpoint.file}-${dayOf(ctx.now)}.json"`);
  }
  reply
    .code(endpoint.status ?? 200)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(body);
}

/** Returns the hash of a till's key; null unless the shop issued it. */
function hashTillKey({ headers }: FastifyRequest, secret: string): string | null {
  const key = headers['x-api-key'];
  return typeof key === 'string' && isIssued(secret, key) ? hashToken(key) : null;
}

/** Refuses a body that is not a picture: no other body may be as large. */
async function requirePicture({ headers }: FastifyRequest): Promise<void> {
  const type = headers['content-type'];
  if (type !== undefined && !type.startsWith('image/')) refuse('request.unsupported_media');
}

/** Registers all endpoints; `app` has the prefix `/api`. */
export function registerEndpoints(app: FastifyInstance, shop: RunningShop, options: EndpointOptions): void {
  for (const endpoint of Object.values(endpoints) as Endpoint<EndpointParts>[]) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: {
        endpoint: endpoint.name as EndpointName,
        acceptsCsv: endpoint.acceptsCsv,
        acceptsPicture: endpoint.acceptsPicture,
      },
      ...(endpoint.acceptsPicture && { bodyLimit: MAX_PICTURE_BYTES, onRequest: requirePicture }),
      handler: async (request, reply) => {
        // Before the limits, so that a call without a session uses up no one's.
        const isSignedIn = endpoint.access === 'me' || endpoint.access === 'staff';
        const auth = isSignedIn ? await identifyCaller(shop, endpoint, request) : null;
        const device = hashDevice(request, shop.secret);
        const lookUp = endpoint.name === 'staff.signIn' ? shop.isKnownStaffDevice : shop.isKnownDevice;
        const isKnown = device !== null && (await lookUp(device, readLogin(request.body)));
        const call = {
          name: endpoint.name,
          request,
          device: isKnown ? device : null,
          till: hashTillKey(request, shop.secret),
          session: auth !== null && 'tokenHash' in auth.actor ? auth.actor.tokenHash : null,
        };
        await options.limits.run(call, async () => {
          const caller = auth ?? (await identifyCaller(shop, endpoint, request));
          await answerRequest(shop, endpoint, options, caller, request, reply);
        });
        return reply;
      },
    });
  }
  // Every other address under `/api` is an unknown call, not a page.
  const method = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  const handler = () => refuse('request.not_found');
  app.route({ method, url: '/', prefixTrailingSlash: 'no-slash', handler });
  app.route({ method, url: '/*', handler });
}
