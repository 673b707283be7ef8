/** What every service function is given first: who asks, when, in which language, and the database to use. */
import type { EndpointAnswer, EndpointInput } from '@shop/contract/endpoint';
import type { Endpoints } from '@shop/contract/endpoints';
import type { Lang } from '@shop/core/lang';
import type { ShopEvent } from '../consequences.ts';
import type { Db } from '../db/database.ts';

/** Who asks. A guest's token is known only by its hash, but for the answer that hands it back. */
export type Actor =
  | { kind: 'nobody' }
  | { kind: 'guest'; token: string; tokenHash: string }
  | { kind: 'customer'; id: string }
  | { kind: 'system' };

/** What an answer shows, gathered while it is made, so that the kept bytes can be dropped when any of it changes. */
export type Shows = {
  /** Ids of the products in it. */
  products: Set<number>;
  /** Whether it is a choice among products (a list, a count), which a new price or availability may change. */
  list: boolean;
  /** When a sale, banner or deal in it starts or ends next. */
  until: Date | null;
};

/** Notes that an answer changes by itself at `at`. */
export function showsUntil(shows: Shows, at: Date | null | undefined): void {
  if (at && (shows.until === null || at < shows.until)) shows.until = at;
}

export type Ctx = {
  db: Db;
  actor: Actor;
  now: Date;
  lang: Lang;
  /** Code of the customer group whose prices apply, null for everybody's. */
  priceGroup: string | null;
  /** Runs the consequences of what happened at once, in the caller's transaction; a throw undoes everything. */
  announce(event: ShopEvent): Promise<void>;
  shows: Shows;
  /** Signs what must not be forged: an order's view token. */
  secret: string;
  platform: string;
};

/** Runs `work` in a transaction, with a context whose database is that transaction; in an open one it joins. */
export function inTransaction<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx);
  return ctx.db.transaction((tx) => work(withDb(ctx, tx)));
}

/** The same context on another database handle. */
export function withDb(ctx: Ctx, db: Db): Ctx {
  const bound: Ctx = { ...ctx, db, announce: (event) => ctx.announce.call(bound, event) };
  return bound;
}

/** How an endpoint is answered: money in sen, dates as Date; the contract shapes it. */
export type Handler<Name extends keyof Endpoints> = (
  ctx: Ctx,
  input: EndpointInput<Endpoints[Name]>,
) => Promise<EndpointAnswer<Endpoints[Name]>>;

/** A noun's handlers, by the endpoints' names. */
export type Handlers<Names extends keyof Endpoints> = { [Name in Names]: Handler<Name> };
