/** GET /settings: the shop's name, contacts, rates and features, as pages show them (docs/spec.md §3 Settings). */
import { BRANCHES } from '@shop/core/branch';
import { BACKDROPS } from '@shop/core/catalog/backdrops';
import { LANGS } from '@shop/core/lang';
import * as v from 'valibot';
import { endpoint } from './api/endpoint.ts';
import { image } from './common-schemas.ts';
import { money } from './money.ts';

/** Sections of the home page, in the order that a new shop shows them. */
export const HOME_SECTIONS = [
  'banners',
  'aisles',
  'new_here',
  'deals',
  'free_shipping',
  'best_sellers',
  'moods',
  'bundles',
  'dietary',
  'brands',
  'recent',
] as const;

/** Rewards of a referral: to the referrer once the friend's first order is complete, and to the friend. */
const referralOffer = v.object({
  /** For a referrer in the lowest tier; `GET /membership-tiers/wallet-rule-action` has those of each tier. */
  referral_coins: v.number(),
  referral_points: v.number(),
  /** Vouchers for the referrer; `value` is such as "RM5". */
  referral_vouchers: v.array(v.object({ name: v.string(), value: v.string() })),
  /** Percent off the friend's first order, 0 without such a promotion; the most in ringgit, null without a limit. */
  referral_percent: v.number(),
  referral_cap: v.nullable(money()),
  /** Names of the other promotions for the friend. */
  referral_promotions: v.array(v.string()),
});
export type ReferralOffer = v.InferInput<typeof referralOffer>;

/** docs/spec.md §3 Settings, and further settings for the pages. */
export const settings = v.object({
  siteTitle: v.string(),
  siteSubtitle: v.string(),
  currency: v.string(),
  /** `is_own`: the header shows the shop's own picture instead of the drawn mark and the shop's name. */
  logo: v.object({ id: v.string(), thumbnail: v.string(), original: v.string(), is_own: v.boolean() }),
  /** Picture of browser tabs and home screens, 192 pixels; null: the default. */
  icon: v.nullable(v.string()),
  category: v.object({ category_size: v.number() }),
  seo: v.object({
    canonicalUrl: v.string(),
    ogTitle: v.string(),
    ogDescription: v.string(),
    ogImage: v.object({ original: v.string() }),
    twitterHandle: v.string(),
    twitterCardType: v.string(),
    metaTitle: v.string(),
    metaDescription: v.string(),
    metaTags: v.string(),
  }),
  office_hours: v.string(),
  /** `link` is a path of the shop that explains the announcement, such as the terms of a draw; empty without one. */
  announcement: v.object({ text: v.string(), highlight: v.string(), link: v.string(), hide_in_topbar: v.boolean() }),
  free_shipping: v.object({
    hide_in_cart: v.boolean(),
    hide_in_topbar: v.boolean(),
    min_amount: v.nullable(money()),
    /**
     * The region where delivery is free from `min_amount` on, or where the shop delivers if that is null: "Penang and
     * Kedah".
     */
    region: v.nullable(v.string()),
  }),
  /** The highest standard delivery fee; null without standard delivery. */
  standard_delivery: v.nullable(v.object({ fee: money() })),
  /** Rates of the loyalty program; null in a shop without one. */
  loyalty: v.nullable(
    v.object({
      /** Points for one ringgit off, and the fewest that can be used. */
      points_per_ringgit: v.number(),
      min_points: v.number(),
      /** The largest share of an order that points pay. */
      max_points_percent: v.number(),
      /** Points of a new member per ringgit spent. */
      earn_rate: v.number(),
      ...referralOffer.entries,
    }),
  ),
  bag_fee: v.object({ enabled: v.boolean(), fee: money(), label: v.string() }),
  /** Maximum bulky items in one order; null without a limit. */
  bulky_max: v.nullable(v.number()),
  tips: v.array(v.object({ tip: money() })),
  founded: v.number(),
  outlets_count: v.string(),
  contact: v.object({ email: v.string(), phone: v.string(), whatsapp: v.string(), address: v.string() }),
  legal: v.object({ business_name: v.string(), registration_no: v.string(), prices_note: v.string() }),
  /** The shop's own pages at `/pages/{slug}`, in their order. */
  own_pages: v.array(v.object({ slug: v.string(), title: v.string() })),
  /** Collections that menus list (docs/readings.md#92). */
  collections: v.array(v.picklist(['shocking_deals', 'best_sellers', 'bundles', 'brands'])),
  /** Whether the shop has outlets, and with them the store locator. */
  has_stores: v.boolean(),
  /** Tiles of the stores' map, and their credit; null: the map is a drawn outline. */
  map_tiles: v.nullable(v.object({ url: v.string(), attribution: v.string() })),
  /** The app's listings in the stores; empty without one. */
  app_links: v.object({ ios: v.string(), android: v.string() }),
  /** The shop's colour of actions, `#rrggbb`; null: the default. */
  accent: v.nullable(v.string()),
  /** Address of the style sheet with the accent's colours; null with the default accent, which needs none. */
  accent_styles: v.nullable(v.string()),
  /** Languages that shoppers can choose. */
  languages: v.array(v.picklist(LANGS)),
  /** Sections of the home page in their order. A mood leads to the products with its tag. */
  home: v.object({
    sections: v.array(v.picklist(HOME_SECTIONS)),
    moods: v.array(
      v.object({
        tag: v.string(),
        name: v.string(),
        text: v.string(),
        backdrop: v.picklist(BACKDROPS),
        /** Picture of the first product with the tag in the mood's aisle, in the shop's order; null without one. */
        image: v.nullable(image),
      }),
    ),
  }),
  /** The shop's Google sign-in client; null if not configured. */
  google: v.nullable(
    v.object({
      client_id: v.string(),
      authorize_url: v.string(),
      /** The clients of the apps; null where an app has none, and so no sign-in with Google. */
      app_client_ids: v.object({ ios: v.nullable(v.string()), android: v.nullable(v.string()) }),
    }),
  ),
  /** Apps that show the shop as a mini-program, with the script that connects a page with the app. */
  mini_programs: v.array(v.object({ branch: v.picklist(BRANCHES), bridge_url: v.string() })),
  /** Names of the payment methods that the shop offers, in their order. */
  payment_methods: v.array(v.string()),
  /** Whether cash on delivery is one of them. */
  has_cash_on_delivery: v.boolean(),
  /** Trackers to load after the shopper's consent, with public id and script URL. */
  tracking: v.array(v.object({ tracker: v.picklist(['meta', 'ga4', 'tiktok']), id: v.string(), script: v.string() })),
});
export type Settings = v.InferInput<typeof settings>;

export const settingsEndpoints = {
  'content.settings': endpoint('content.settings', {
    access: 'open',
    summary: 'The shop’s settings',
    response: settings,
    cacheable: 'list',
  }),
};
