/**
 * Shop settings that price carts and validate checkouts. They change a few times a year and every cart request needs
 * them, so each process caches them by version. The statement that reads a cart also reads the current version, so the
 * cache is never stale.
 */
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import type { StateNames } from '../addresses/addresses.view.ts';
import {
  bagFee,
  DEFAULT_LOYALTY,
  type FreeShippingGoods,
  freeShippingGoods,
  type LoyaltySettings,
  loyaltySettings,
  NO_FREE_SHIPPING_GOODS,
  shopHoliday,
  UNKNOWN_WEIGHT,
} from '../content/settings.ts';
import { type Db, statement } from '../db/database.ts';
import {
  DELIVERY_METHODS,
  DELIVERY_ZONES,
  deliveryMethod,
  deliveryZone,
  SLOT_TEMPLATES,
  slotTemplate,
} from '../delivery/delivery.sql.ts';

import { ACTIVE_METHODS, activePaymentMethod } from '../payments/payment-methods.sql.ts';
import { PROMOTIONS_JSON, storedPromotion } from '../promotions/promotions.sql.ts';
import { type ShopPromotion, toPromotion } from '../promotions/promotions.ts';

const storedPricingSettings = v.object({
  zones: v.array(deliveryZone),
  methods: v.array(deliveryMethod),
  slots: v.array(slotTemplate),
  payments: v.array(activePaymentMethod),
  bag_fee: v.nullable(bagFee),
  free_shipping_goods: v.nullable(freeShippingGoods),
  /** Grams that a unit of unknown weight counts as. */
  unknown_weight: v.nullable(v.number()),
  /** Maximum bulky pieces per order; null or 0: no limit. */
  bulky_max: v.nullable(v.number()),
  /** Slugs of the categories whose goods stay frozen on the way. */
  frozen_categories: v.array(v.string()),
  holidays: v.array(shopHoliday),
  /** Whether shoppers can tip: the shop suggests an amount above RM0.00. */
  has_tips: v.boolean(),
  promotions: v.array(storedPromotion),
  loyalty: v.nullable(loyaltySettings),
  /** Names of the states by ISO code. */
  states: v.record(v.string(), v.object({ en: v.string(), zh: v.nullable(v.string()) })),
});
export type PricingSettings = Readonly<
  Omit<
    v.InferOutput<typeof storedPricingSettings>,
    'states' | 'promotions' | 'free_shipping_goods' | 'unknown_weight' | 'loyalty'
  > & {
    loyalty: LoyaltySettings;
    free_shipping_goods: FreeShippingGoods;
    unknown_weight: number;
    states: StateNames;
    promotions: readonly ShopPromotion[];
  }
>;

/**
 * SQL column: the settings' version; every change of the settings raises it (`raise_settings_version` of the
 * migrations).
 */
export const SETTINGS_VERSION = '(select version from settings_version) as settings_version';

const pricingSettings = statement(
  'cart.settings',
  v.object({ settings_version: v.string(), ...storedPricingSettings.entries }),
  `select ${SETTINGS_VERSION}, ${DELIVERY_ZONES} as zones, ${DELIVERY_METHODS} as methods, ${SLOT_TEMPLATES} as slots, ${ACTIVE_METHODS} as payments,
     (select value from settings where key = 'bag_fee') as bag_fee,
     (select value from settings where key = 'free_shipping_goods') as free_shipping_goods,
     (select value from settings where key = 'unknown_weight') as unknown_weight,
     (select value from settings where key = 'bulky_max_per_order') as bulky_max,
     coalesce((select value from settings where key = 'frozen_categories'), '[]') as frozen_categories,
     coalesce((select value from settings where key = 'delivery_holidays'), '[]') as holidays,
     exists (select 1 from settings, jsonb_array_elements(value) as tip where key = 'tips' and tip::int > 0) as has_tips,
     ${PROMOTIONS_JSON} as promotions,
     (select value from settings where key = 'loyalty') as loyalty,
     (select coalesce(json_object_agg(id, json_build_object('en', name_en, 'zh', name_zh)), '{}') from states) as states`,
);

const readVersion = statement(
  'cart.settingsVersion',
  v.object({ settings_version: v.string() }),
  `select ${SETTINGS_VERSION}`,
);

/** The cache has more than one version only in tests with several shops, or while settings change. */
const CACHED_VERSIONS = 8;
const settingsByVersion = new LRUCache<string, PricingSettings>({ max: CACHED_VERSIONS });

async function loadSettings(db: Db): Promise<PricingSettings> {
  const row = await db.row(pricingSettings);
  if (row === null) throw new Error('The shop has no settings');
  const { settings_version, states, promotions, free_shipping_goods, unknown_weight, loyalty, ...others } = row;
  const settings = {
    ...others,
    free_shipping_goods: free_shipping_goods ?? NO_FREE_SHIPPING_GOODS,
    unknown_weight: unknown_weight ?? UNKNOWN_WEIGHT,
    loyalty: loyalty ?? DEFAULT_LOYALTY,
    states: new Map(Object.entries(states)),
    promotions: promotions.map(toPromotion),
  };
  settingsByVersion.set(settings_version, settings);
  return settings;
}

/** Reads the settings of a version returned by `SETTINGS_VERSION`; only the first read runs a statement. */
export async function readPricingSettings(db: Db, version: string): Promise<PricingSettings> {
  return settingsByVersion.get(version) ?? loadSettings(db);
}

/** Maximum age of the settings for shoppers without a cart; the same as for cached responses. */
const FRESH_MS = 500;
const lastRead = new WeakMap<Db, { at: number; settings: PricingSettings }>();

/** Reads the current settings, at most half a second old. */
export async function currentSettings(db: Db): Promise<PricingSettings> {
  const last = lastRead.get(db);
  if (last !== undefined && performance.now() - last.at < FRESH_MS) return last.settings;
  const at = performance.now();
  const settings = await readPricingSettings(db, (await db.row(readVersion))?.settings_version ?? '');
  lastRead.set(db, { at, settings });
  return settings;
}
