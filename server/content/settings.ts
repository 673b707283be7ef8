/** Reads the stored settings: one row per key, texts in both languages, images by hash, money in sen. */

import { HOME_SECTIONS } from '@shop/contract/settings';
import { BACKDROPS } from '@shop/core/catalog/backdrops';
import { LANGS } from '@shop/core/lang';
import { CURRENCY } from '@shop/core/money';
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { allSettings, type LoyaltyRates, type OwnPage } from './content.sql.ts';

const bilingualText = v.object({ en: v.string(), zh: v.nullable(v.string()) });
/** A text in both languages, or in one, as older shops stored the registration number. */
const textOrString = v.union([
  bilingualText,
  v.pipe(
    v.string(),
    v.transform((en) => ({ en, zh: null })),
  ),
]);
const NO_TEXT = { en: '', zh: null };

const storedSeo = v.object({
  canonical_url: v.optional(v.nullable(v.string()), null),
  og_title: v.optional(bilingualText, NO_TEXT),
  og_description: v.optional(bilingualText, NO_TEXT),
  og_image: v.optional(v.nullable(v.string()), null),
  twitter_handle: v.optional(v.string(), ''),
  twitter_card_type: v.optional(v.string(), 'summary_large_image'),
  meta_title: v.optional(bilingualText, NO_TEXT),
  meta_description: v.optional(bilingualText, NO_TEXT),
  meta_tags: v.optional(bilingualText, NO_TEXT),
});

/**
 * A tile of the home page that leads to the products of a tag. It shows the first product of `aisle` (a category's
 * slug; empty: any) with the tag.
 */
const storedMood = v.object({
  tag: v.string(),
  aisle: v.optional(v.string(), ''),
  name: bilingualText,
  text: bilingualText,
  backdrop: v.picklist(BACKDROPS),
});

/**
 * A day without deliveries: to all zones if `zones` is empty, in all windows if `windows` is (docs/own-shop.md).
 * Minutes after midnight.
 */
export const shopHoliday = v.object({
  /** The Malaysian day, `2026-12-25`. */
  date: v.string(),
  name_en: v.string(),
  name_zh: v.nullable(v.string()),
  /** Codes of delivery zones. */
  zones: v.array(v.string()),
  windows: v.array(v.object({ starts_minute: v.number(), ends_minute: v.number() })),
});
export type ShopHoliday = v.InferOutput<typeof shopHoliday>;

/** The fee for bags in sen per order; `states` overrides `fee` by ISO code of the state. */
export const bagFee = v.object({
  enabled: v.boolean(),
  fee: v.number(),
  states: v.optional(v.record(v.string(), v.number())),
});
export type BagFee = v.InferOutput<typeof bagFee>;

/** A list of goods: by slug of their category, brand or product, and all bulky goods if `bulky` is true. */
const listedGoods = v.object({
  bulky: v.boolean(),
  categories: v.array(v.string()),
  brands: v.array(v.string()),
  products: v.array(v.string()),
});
export type ListedGoods = v.InferOutput<typeof listedGoods>;

/** Goods that do not count towards free shipping, and goods with which delivery is never free. */
export const freeShippingGoods = v.object({ excluded: listedGoods, blocking: listedGoods });
export type FreeShippingGoods = v.InferOutput<typeof freeShippingGoods>;

const NO_GOODS: ListedGoods = { bulky: false, categories: [], brands: [], products: [] };
export const NO_FREE_SHIPPING_GOODS: FreeShippingGoods = { excluded: NO_GOODS, blocking: NO_GOODS };

/** The weight in grams of a unit whose product has none, unless the shop sets another (docs/readings.md#54). */
export const UNKNOWN_WEIGHT = 500;

export const DEFAULT_BUNDLE_SAVING_PERCENT = 3;

const percent = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100));
const wholeNumber = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000));
const wholeSen = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9_999_999));

/** Rates of points and coins (docs/readings.md#53). */
export const loyaltySettings = v.object({
  /** False: customers earn and spend nothing, and the shop does not show the program. */
  enabled: v.boolean(),
  /** Points that are worth RM1.00; points are used in whole multiples. */
  points_per_ringgit: v.pipe(wholeNumber, v.minValue(1)),
  /** Minimum points that an order can use. */
  min_points: wholeNumber,
  /** Maximum shares of an order's total that points and coins may pay, in percent. */
  max_points_percent: percent,
  max_coins_percent: percent,
  /** Days from the completion of an order until its points are credited. */
  pending_days: wholeNumber,
  /** Months after which points expire, at the end of the month; coins never expire (docs/readings.md#41). */
  point_months: v.pipe(wholeNumber, v.minValue(1)),
  /** Minimum days for which returned points stay valid, even if they had expired. */
  grace_days: wholeNumber,
  /** Maximum friends in a month for whom a customer is rewarded. */
  referrals_per_month: wholeNumber,
  /** The largest bill, in sen, that a till may award points for. */
  max_till_amount: v.optional(wholeNumber, 5_000_00),
  /** Slugs of the categories whose goods earn no points. */
  excluded_categories: v.array(v.string()),
});

export type LoyaltySettings = v.InferOutput<typeof loyaltySettings>;

export const DEFAULT_LOYALTY: LoyaltySettings = {
  enabled: true,
  points_per_ringgit: 100,
  min_points: 100,
  max_points_percent: 50,
  max_coins_percent: 100,
  pending_days: 5,
  point_months: 12,
  grace_days: 30,
  referrals_per_month: 10,
  max_till_amount: 5_000_00,
  excluded_categories: [],
};

/** The office: minutes without a call after which its sessions lock. */
const officeSettings = v.object({ idle_minutes: v.pipe(wholeNumber, v.minValue(1)) });
export const DEFAULT_OFFICE: v.InferOutput<typeof officeSettings> = { idle_minutes: 30 };

/**
 * Amounts in sen above which a second member of staff approves a change by staff (docs/readings.md#99); null: no
 * approval is needed.
 */
export const approvalSettings = v.object({
  refunds_above: v.optional(v.nullable(wholeSen), null),
  wallets_above: v.optional(v.nullable(wholeSen), null),
  /** Percent. */
  prices_above: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100))), null),
});
export type ApprovalSettings = v.InferOutput<typeof approvalSettings>;

/** Schema of the settings. Every setting has a default, so that a shop without rows works. */
export const storedSettings = v.object({
  site_title: v.optional(bilingualText, { en: 'Our shop', zh: '我们的商店' }),
  site_subtitle: v.optional(bilingualText, { en: 'Loyalty Rewards & Online Store', zh: '会员奖励与网上商店' }),
  currency: v.optional(v.string(), CURRENCY),
  logo: v.optional(v.nullable(v.string()), null),
  /** The square icon for browser tabs and home screens; null: the default icon. */
  icon: v.optional(v.nullable(v.string()), null),
  /** `#rrggbb`; null: the default green. */
  accent: v.optional(v.nullable(v.string()), null),
  /** Ids of the trackers; null: those of the environment. */
  trackers: v.optional(
    v.nullable(v.object({ meta: v.optional(v.string()), ga4: v.optional(v.string()), tiktok: v.optional(v.string()) })),
    null,
  ),
  languages: v.optional(v.array(v.picklist(LANGS)), [...LANGS]),
  category_size: v.optional(v.number(), 280),
  seo: v.optional(storedSeo, {}),
  office_hours: v.optional(bilingualText, { en: 'Mon-Fri 8:30 am - 6:00 pm', zh: '星期一至五 上午8:30 - 下午6:00' }),
  /** `link` is the path of a page that explains the announcement. */
  announcement: v.optional(
    v.object({ text: bilingualText, highlight: bilingualText, link: v.optional(v.string(), '') }),
    {
      text: NO_TEXT,
      highlight: NO_TEXT,
      link: '',
    },
  ),
  free_shipping_bar: v.optional(v.object({ hide_in_cart: v.boolean(), hide_in_topbar: v.boolean() }), {
    hide_in_cart: false,
    hide_in_topbar: false,
  }),
  bag_fee: v.optional(
    v.object({ ...bagFee.entries, states: v.optional(v.record(v.string(), v.number()), {}), label: bilingualText }),
    { enabled: false, fee: 0, states: {}, label: { en: 'Bag fee', zh: '购物袋费' } },
  ),
  free_shipping_goods: v.optional(freeShippingGoods, NO_FREE_SHIPPING_GOODS),
  /** Grams that a unit counts as if its product has no weight. */
  unknown_weight: v.optional(v.number(), UNKNOWN_WEIGHT),
  tips: v.optional(v.array(v.number()), [0]),
  founded: v.optional(v.number(), 2001),
  outlets_count: v.optional(bilingualText, NO_TEXT),
  contact: v.optional(
    v.object({ email: v.string(), phone: v.string(), whatsapp: v.string(), address: bilingualText }),
    {
      email: '',
      phone: '',
      whatsapp: '',
      address: NO_TEXT,
    },
  ),
  legal: v.optional(
    v.object({ business_name: v.string(), registration_no: textOrString, prices_note: bilingualText }),
    {
      business_name: '',
      registration_no: NO_TEXT,
      prices_note: {
        en: 'All prices are in ringgit and include tax. Delivery and bag fee are shown before you place an order.',
        zh: '所有价格以令吉计算，已含税。运费与购物袋费在下单前列明。',
      },
    },
  ),
  /** The data protection officer, and their email if it is not the shop's. */
  data_officer: v.optional(v.object({ name: bilingualText, email: v.string() }), { name: NO_TEXT, email: '' }),
  /** Address of the map's tiles with `{z}`, `{x}` and `{y}`; empty: the map is a drawn outline. */
  map: v.optional(v.object({ tiles: v.string(), attribution: v.string() }), { tiles: '', attribution: '' }),
  app_links: v.optional(v.object({ ios: v.string(), android: v.string() }), { ios: '', android: '' }),
  /** Minimum saving of a bundle compared with its items, in percent (docs/readings.md#30). */
  bundle_saving_percent: v.optional(percent, DEFAULT_BUNDLE_SAVING_PERCENT),
  /** Maximum bulky items per order; 0: no limit. */
  bulky_max_per_order: v.optional(v.number(), 0),
  /** Slugs of the categories whose goods stay frozen on the way. */
  frozen_categories: v.optional(v.array(v.string()), []),
  delivery_holidays: v.optional(v.array(shopHoliday), []),
  loyalty: v.optional(loyaltySettings, DEFAULT_LOYALTY),
  office: v.optional(officeSettings, DEFAULT_OFFICE),
  approvals: v.optional(approvalSettings, {}),
  /** The home page's sections in their order; sections without content are left out of the page. */
  home: v.optional(v.object({ sections: v.array(v.picklist(HOME_SECTIONS)), moods: v.array(storedMood) }), {
    sections: [...HOME_SECTIONS],
    moods: [],
  }),
});

/** The settings as stored; texts in both languages, images by hash, money in sen. */
export type StoredSettings = v.InferOutput<typeof storedSettings>;

/** The settings, with values derived from the delivery rates. */
export type PublicSettings = Omit<StoredSettings, 'loyalty'> & {
  /** The lowest amount in sen from which any delivery is free; null if none ever is. */
  free_from: number | null;
  /** The highest fee of standard delivery in sen; null without such a method. */
  standard_fee: number | null;
  /** Whether the logo is the shop's own picture, not a drawing. */
  has_own_logo: boolean;
  loyalty: LoyaltyRates | null;
  own_pages: readonly OwnPage[];
  has_stores: boolean;
};

/** Reads the settings; throws if a stored row is invalid. */
export async function readPublicSettings(ctx: Pick<Ctx, 'db'>): Promise<PublicSettings> {
  const row = await ctx.db.row(allSettings);
  const { settings = {}, free_from = null, standard_fee = null, has_own_logo = false } = row ?? {};
  const { loyalty = null, own_pages = [], has_stores = false } = row ?? {};
  return {
    ...v.parse(storedSettings, settings),
    free_from,
    standard_fee,
    has_own_logo,
    loyalty,
    own_pages,
    has_stores,
  };
}

/** Returns the hash of the shop's icon: its own, else the drawn logo's; null for an own logo without an icon. */
export const chooseIcon = ({ icon, logo, has_own_logo }: PublicSettings): string | null =>
  icon ?? (has_own_logo ? null : logo);
