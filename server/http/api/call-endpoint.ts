/** Answers a call of the API, for an HTTP request or for a page that is being rendered. */
import type { Endpoint, EndpointParts } from '@shop/contract/endpoint';
import type { EndpointName } from '@shop/contract/paths';
import type { Lang } from '@shop/core/lang';
import { hasRole } from '@shop/core/staff/roles';
import * as v from 'valibot';
import {
  type ClientInfo,
  type Ctx,
  type Handlers,
  type Lane,
  NO_REQUEST,
  type ShopServices,
  type StaffActor,
} from '../../context.ts';
import type { Db } from '../../db/database.ts';
import { refuse } from '../../refuse.ts';
import type { Entry, ResponseCache } from '../cache/response-cache.ts';
import type { LookUpToken, RequestAuth } from './authenticate.ts';
import { answerOnce } from './idempotency.ts';
import { type Input, parseInput, type RawInput } from './validate-request.ts';

/** What answering an endpoint needs; made once, in `app.ts`. */
export type Shop = ShopServices & {
  handlers: Handlers<EndpointName>;
  db: Db;
  /** Database for cached responses: a replica if configured. */
  readDb: Db;
  cache: ResponseCache;
  lookUpToken: LookUpToken;
  hasGuestCart: (tokenHash: string) => Promise<boolean>;
  lookUpStaff: (token: string) => Promise<StaffActor | null>;
  /** Whether the owner of a login signed in on a device before, by the hash of the device's token. */
  isKnownDevice: (deviceHash: string, login: string) => Promise<boolean>;
  /** Limits how many calls of an endpoint run at once. */
  lanes: { readonly [Name in EndpointName]?: Lane };
  clock(): Date;
  steadyClock(): Date;
};

type AnyEndpoint = Endpoint<EndpointParts>;
type AnyHandler = (ctx: Ctx, input: Input) => Promise<unknown>;

/** Makes the context of one call. */
export function contextOf(shop: Shop, auth: RequestAuth, lang: Lang, request: ClientInfo): Ctx {
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
async function run(shop: Shop, endpoint: AnyEndpoint, ctx: Ctx, input: Input): Promise<string> {
  // The table's type ties each handler to its endpoint; here both are known by the same name only.
  const handler = shop.handlers[endpoint.name] as AnyHandler;
  return JSON.stringify(v.parse(endpoint.response, await handler(ctx, input)));
}

/** Refuses a staff endpoint outside the caller's roles as if it did not exist. */
function requireRole({ access, roles = [] }: AnyEndpoint, { actor }: Ctx): void {
  if (access !== 'staff') return;
  if (actor.kind !== 'staff' || !hasRole(actor.roles, roles)) refuse('request.not_found');
}

/** Runs an uncached call. Calls with the same idempotency key share one response. */
export async function answerCall(
  shop: Shop,
  endpoint: AnyEndpoint,
  ctx: Ctx,
  raw: RawInput,
  idempotencyKey?: string,
): Promise<string> {
  requireRole(endpoint, ctx);
  const input = parseInput(endpoint, raw);
  const lane = shop.lanes[endpoint.name];
  const answer = () => answerOnceOrAlways(shop, endpoint, ctx, input, idempotencyKey);
  return lane === undefined ? answer() : lane(answer);
}

function answerOnceOrAlways(
  shop: Shop,
  endpoint: AnyEndpoint,
  ctx: Ctx,
  input: Input,
  idempotencyKey: string | undefined,
): Promise<string> {
  if (endpoint.idempotent !== true || idempotencyKey === undefined) return run(shop, endpoint, ctx, input);
  const request = {
    key: idempotencyKey,
    text: `${endpoint.name}\n${JSON.stringify(input.body)}`,
    status: endpoint.status ?? 200,
  };
  return answerOnce(ctx, request, (inside) => run(shop, endpoint, inside, input));
}

/** Builds the cache key: name, parameters of the contract, language and price group. */
function keyOf(endpoint: AnyEndpoint, raw: RawInput, lang: Lang, priceGroup: string | null): string {
  const known =
    endpoint.query !== undefined && 'entries' in endpoint.query ? Object.keys(Object(endpoint.query.entries)) : [];
  const query: Readonly<Record<string, unknown>> = Object(raw.query);
  const given = known.filter((name) => name !== 'lang' && query[name] !== undefined).sort();
  return JSON.stringify([endpoint.name, raw.params, given.map((name) => [name, query[name]]), lang, priceGroup]);
}

/** Runs a cached call. */
export async function answerCached(
  shop: Shop,
  endpoint: AnyEndpoint,
  auth: RequestAuth,
  lang: Lang,
  raw: RawInput,
): Promise<{ key: string; entry: Entry }> {
  const key = keyOf(endpoint, raw, lang, auth.priceGroup);
  const entry = await shop.cache.get(key, async () => {
    const input = parseInput(endpoint, raw);
    // The response is the same for every caller, so the handler gets no caller.
    const anonymous: RequestAuth = { actor: { kind: 'anonymous' }, priceGroup: auth.priceGroup };
    const ctx = { ...contextOf(shop, anonymous, lang, NO_REQUEST), db: shop.readDb };
    ctx.cacheTags.list = endpoint.cacheable === 'list';
    const body = await run(shop, endpoint, ctx, input);
    const contentType = 'application/json; charset=utf-8';
    return {
      body,
      contentType,
      cacheTags: ctx.cacheTags,
      keep: true,
      personal: auth.priceGroup !== null,
      status: 200,
    };
  });
  return { key, entry };
}
