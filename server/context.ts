/** The context that every service function receives: caller, time, language, database, request and shop. */
import type { EndpointInput, EndpointResponse } from '@shop/contract/api/endpoint';
import type { Endpoints } from '@shop/contract/api/endpoints';
import type { Branch } from '@shop/core/branch';
import type { OpenOrderLimits } from '@shop/core/checkout/open-order-limits';
import type { Lang } from '@shop/core/lang';
import type { StaffRestriction, StaffRole } from '@shop/core/staff/roles';
import type { AppConfig } from './app/app-settings.ts';
import type { KnownTracker } from './config.ts';
import type { Db } from './db/database.ts';
import type { ShopEvent } from './events.ts';
import type { Counters } from './http/limits/counters.ts';
import type { JobSender } from './jobs/jobs.ts';
import type { Partners } from './partners/partners.ts';

/** `id` is null for the operator on the shop's own machine (docs/api.md#staff-api). */
export type StaffActor = {
  kind: 'staff';
  id: string | null;
  email: string;
  roles: readonly StaffRole[];
  /** Code of the only outlet whose data they see; null: of all, as far as their roles allow. */
  outlet: string | null;
  hasSecondFactor: boolean;
  restriction: StaffRestriction | null;
  /** Null for the operator. */
  session: StaffSessionState | null;
  tokenHash: string;
};

/** The session of a signed-in member of staff: it locks after `idle_minutes` without a call; null: it does not lock. */
export type StaffSessionState = { expires_at: Date; idle_minutes: number | null };

/**
 * A till by its API key. `outlet` is the outlet's code, `name` its name; `key_id` is null for the key of development.
 */
export type TillActor = { kind: 'till'; key_id: number | null; outlet: string; name: string };

/** A driver by the token of a run's link; `name` as staff wrote it. */
export type DriverActor = { kind: 'driver'; run_id: string; name: string };

export type Actor =
  | { kind: 'anonymous' }
  | { kind: 'guest'; token: string; tokenHash: string }
  | { kind: 'customer'; id: string; tokenHash: string }
  | StaffActor
  | TillActor
  | DriverActor
  | { kind: 'system' };

/**
 * The data that a cached response depends on, collected while it is computed. A change of the catalogue invalidates by
 * these tags.
 */
export type CacheTags = {
  /** Ids of the products in the response. */
  products: Set<number>;
  /** Whether any product's price, texts or availability may change it; declared as `cacheable: 'list'`. */
  list: boolean;
  /** The next start or end of a sale, banner or deal in it; null without one. */
  until: Date | null;
};

/** Lets a cached response expire at `at`, if that is earlier than before. */
export function limitCacheUntil(tags: CacheTags, at: Date | null | undefined): void {
  if (at && (tags.until === null || at < tags.until)) tags.until = at;
}

/** Facts of a request besides its token. */
export type ClientInfo = {
  /** As the client reports itself: `web`, `ios`, `android` or `TNG`. */
  platform: string;
  /** The app around the shop, as the client reports itself (`X-Branch`); grants nothing. */
  branch: Branch | null;
  /** The User-Agent, for the list of sessions. */
  device: string;
  /** Hash of the device token (`x-device`), if the shop issued it. */
  deviceHash: string | null;
  /** The client's IP address, for limits; never stored as it is. */
  address: string;
  /** A well-formed `x-session`, else null. */
  session: string | null;
};

/** The `ClientInfo` of work outside a request, such as jobs. */
export const NO_REQUEST: ClientInfo = {
  platform: 'web',
  branch: null,
  device: '',
  deviceHash: null,
  address: '',
  session: null,
};

/**
 * Runs a look-up of an order by its normalized number and a contact, from the client at `address`. A refusal counts as
 * a failed try. Throws `request.rate_limited` when a limit is reached.
 */
export type OrderLookUpLimit = <T>(address: string, order_number: string, lookUp: () => Promise<T>) => Promise<T>;

/** Addresses of the shop's mails, empty for no mails; `isDigest`: one mail every hour instead of one at once. */
export type ShopMail = { to: readonly string[]; isDigest: boolean };

/** Dependencies that the application shares with every service function; created once, in `app.ts`. */
export type ShopServices = {
  /** Sends jobs; services call `enqueue` of `jobs/jobs.ts`. */
  jobs: JobSender;
  /**
   * Counts within windows of time, over all processes where there is Redis; for limits that a module defines itself.
   */
  counters: Counters;
  limitOrderLookUp: OrderLookUpLimit;
  partners: Partners;
  /** Secret that signs and encrypts tokens and links. */
  secret: string;
  /** Whether staff accounts with certain roles need a second factor (`core/staff/second-factor.ts`). */
  requiresSecondFactor: boolean;
  /** Whether accounts that still have the demo's public password may sign in: only where no other machine connects. */
  acceptsDemoPassword: boolean;
  trackers: readonly KnownTracker[];
  /** Maximum number of codes that are sent to one network in an hour. */
  codesPerHour: number;
  /** Codes in a row that a network may request without using one. */
  unusedCodes: number;
  /** Limits on the number and the value (in sen) of open orders with payment on delivery. */
  openOrderLimits: OpenOrderLimits;
  /** Payment enquiries per hour and network, for each cause (`server/orders/payment/enquiry-limits.ts`). */
  enquiriesPerNetwork: number;
  /** Addresses of the shop's mails about new orders and cancellation requests. */
  shopMail: ShopMail;
  app: AppConfig;
  /** Public address of the shop, without a trailing slash. */
  publicUrl: string;
  /** Public address of the office, without a trailing slash. */
  officeUrl: string;
  /** Runs the handlers of an event; services call `publish`. */
  handleEvent(ctx: Ctx, event: ShopEvent): Promise<void>;
};

/** The first parameter of every service function. */
export type Ctx = {
  db: Db;
  actor: Actor;
  now: Date;
  /** Like `now`, but it never goes back: for limits and codes that are stored in the database. */
  steadyNow: Date;
  lang: Lang;
  /** Code of the customer group whose prices apply; null for everyone's prices. */
  priceGroup: string | null;
  cacheTags: CacheTags;
  request: ClientInfo;
  shop: ShopServices;
};

/** Returns the context with another database handle. */
export const withDb = (ctx: Ctx, db: Db): Ctx => ({ ...ctx, db });

/** Runs the handlers of an event (`event-handlers.ts`) in the caller's transaction; a throw undoes everything. */
export const publish = (ctx: Ctx, event: ShopEvent): Promise<void> => ctx.shop.handleEvent(ctx, event);

/** Handles an endpoint: money in sen, dates as Date; the contract encodes them. */
export type Handler<Name extends keyof Endpoints> = (
  ctx: Ctx,
  input: EndpointInput<Endpoints[Name]>,
) => Promise<EndpointResponse<Endpoints[Name]>>;

/** A module's handlers by endpoint name. */
export type Handlers<Names extends keyof Endpoints> = { [Name in Names]: Handler<Name> };

/** Runs work, a limited number at a time. */
export type TaskQueue = <T>(work: () => Promise<T>) => Promise<T>;
