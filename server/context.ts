/** What every service function is given first: who asks, when, in which language, and the database to use. */
import type { EndpointInput, EndpointResponse } from '@shop/contract/endpoint';
import type { Endpoints } from '@shop/contract/endpoints';
import type { OpenOrderLimits } from '@shop/core/checkout/open-order-limits';
import type { Lang } from '@shop/core/lang';
import type { Tracker } from './config.ts';
import type { Db } from './db/database.ts';
import type { ShopEvent } from './events.ts';
import type { Counters } from './http/limits/counters.ts';
import type { JobSender } from './jobs/jobs.ts';
import type { Partners } from './partners/partners.ts';

/** Who asks. A guest's token is known only by its hash, but for the answer that hands it back. */
export type Actor =
  | { kind: 'nobody' }
  | { kind: 'guest'; token: string; tokenHash: string }
  | { kind: 'customer'; id: string; tokenHash: string }
  | { kind: 'system' };

/** What a cached response depends on, collected while it is made. A change of the catalogue invalidates by these tags. */
export type CacheTags = {
  /** Ids of the products in it. */
  products: Set<number>;
  /** Whether any product's price, texts or availability may change it; declared as `cacheable: 'list'`. */
  list: boolean;
  /** When a sale, banner or deal in it starts or ends next; null: never. */
  until: Date | null;
};

/** Lets a cached response expire at `at`, if that is earlier than before. */
export function limitCacheUntil(tags: CacheTags, at: Date | null | undefined): void {
  if (at && (tags.until === null || at < tags.until)) tags.until = at;
}

export type Ctx = {
  db: Db;
  actor: Actor;
  now: Date;
  /** As `now`, but never set back: for limits and codes that are stored in the database. */
  steadyNow: Date;
  /** Counts within windows of time, over all processes where there is Redis: for limits of a module's own. */
  counters: Counters;
  lang: Lang;
  /** Code of the customer group whose prices apply, null for everybody's. */
  priceGroup: string | null;
  /** Runs the consequences of what happened at once, in the caller's transaction; a throw undoes everything. */
  announce(this: Ctx, event: ShopEvent): Promise<void>;
  /** Sends jobs; services call `enqueue` of `jobs/jobs.ts`. */
  jobs: JobSender;
  cacheTags: CacheTags;
  /** Signs what must not be forged: an order's view token. */
  secret: string;
  /** Trackers that the shop is set up with, as the settings tell the browser. */
  trackers: readonly Tracker[];
  /** Codes sent per hour and network. */
  codesPerHour: number;
  /** Codes in a row that a network may request without using one. */
  unusedCodes: number;
  /** How many orders may be open that are paid on delivery. */
  openOrderLimits: OpenOrderLimits;
  /** Where shoppers reach the shop, without a slash at the end. */
  publicUrl: string;
  partners: Partners;
  /** What the client said it is: `web`, `ios`, `android` or `TNG`. */
  platform: string;
  /** What the browser says it is, for the list of sessions. */
  device: string;
  /** Hash of the device's token that came, where the shop issued it. */
  deviceHash: string | null;
  /** Where the request came from: limits count it, nothing keeps it as it is. */
  address: string;
  /** The `x-session` that came, where it has the form of one. */
  session: string | null;
};

/** The same context on another database handle. */
export const withDb = (ctx: Ctx, db: Db): Ctx => ({ ...ctx, db });

/** How an endpoint is answered: money in sen, dates as Date; the contract shapes it. */
export type Handler<Name extends keyof Endpoints> = (
  ctx: Ctx,
  input: EndpointInput<Endpoints[Name]>,
) => Promise<EndpointResponse<Endpoints[Name]>>;

/** A noun's handlers, by the endpoints' names. */
export type Handlers<Names extends keyof Endpoints> = { [Name in Names]: Handler<Name> };

/** Runs work, of which it lets only some go on at once. */
export type Lane = <T>(work: () => Promise<T>) => Promise<T>;
