/**
 * Shop settings that price carts and validate checkouts. They change a few times a year and every cart request needs
 * them, so each process caches them by version. The statement that reads a cart also reads the current version, so the
 * cache is never stale.
 */
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { type Db, statement } from '../db/database.ts';
import { DELIVERY_METHODS, deliveryMethod, SLOT_TEMPLATES, slotTemplate } from '../delivery/delivery.sql.ts';
import { OFFERED_PAYMENTS, offeredPayment } from '../payments/payments.sql.ts';

const stored = v.object({
  methods: v.array(deliveryMethod),
  slots: v.array(slotTemplate),
  payments: v.array(offeredPayment),
  /** Sen; null without such a setting. */
  bag_fee: v.nullable(v.object({ enabled: v.boolean(), fee: v.number() })),
  /** Maximum bulky pieces per order; null or 0: no limit. */
  bulky_max: v.nullable(v.number()),
  /** English names of the states by ISO code. */
  states: v.record(v.string(), v.string()),
});
export type Terms = Readonly<Omit<v.InferOutput<typeof stored>, 'states'> & { states: ReadonlyMap<string, string> }>;

/** SQL for the settings' version; every change of the settings raises it (`note_new_terms` of the migrations). */
export const TERMS_VERSION = '(select version from terms_version) as terms_version';

const readTerms = statement(
  'cart.terms',
  v.object({ terms_version: v.string(), ...stored.entries }),
  `select ${TERMS_VERSION}, ${DELIVERY_METHODS} as methods, ${SLOT_TEMPLATES} as slots, ${OFFERED_PAYMENTS} as payments,
     (select value from settings where key = 'bag_fee') as bag_fee,
     (select value from settings where key = 'bulky_max_per_order') as bulky_max,
     (select coalesce(json_object_agg(id, name_en), '{}') from states) as states`,
);

const readVersion = statement('cart.termsVersion', v.object({ terms_version: v.string() }), `select ${TERMS_VERSION}`);

/** Holds more than one version only in tests with several shops, or while settings change. */
const KEPT = 8;
const kept = new LRUCache<string, Terms>({ max: KEPT });

async function loadTerms(db: Db): Promise<Terms> {
  const row = await db.row(readTerms);
  if (row === null) throw new Error('The shop has no terms');
  const { terms_version, states, ...others } = row;
  const terms = { ...others, states: new Map(Object.entries(states)) };
  kept.set(terms_version, terms);
  return terms;
}

/** Reads the settings of a version returned by `TERMS_VERSION`; only the first read runs a statement. */
export async function termsOf(db: Db, version: string): Promise<Terms> {
  return kept.get(version) ?? loadTerms(db);
}

/** Maximum age of the settings for shoppers without a cart; the same as for cached responses. */
const FRESH_MS = 500;
const lastRead = new WeakMap<Db, { at: number; terms: Terms }>();

/** Reads the current settings, at most half a second old. */
export async function recentTerms(db: Db): Promise<Terms> {
  const last = lastRead.get(db);
  if (last !== undefined && performance.now() - last.at < FRESH_MS) return last.terms;
  const at = performance.now();
  const terms = await termsOf(db, (await db.row(readVersion))?.terms_version ?? '');
  lastRead.set(db, { at, terms });
  return terms;
}
