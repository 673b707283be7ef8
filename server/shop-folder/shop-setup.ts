/**
 * A shop's setup: everything but its catalogue, customers and orders. The folder, the database and the demo share this
 * shape. Money in sen, weights in grams, times ISO 8601 in UTC, other rows named by code or slug.
 */

import type { FeeBand } from '@shop/core/delivery/fee';
import type { FreeShippingRule } from '@shop/core/delivery/free-shipping';
import type { StorageKind } from '@shop/core/delivery/storage';
import type { VoucherUse } from '@shop/core/loyalty/voucher';
import type { RewardAction, RewardPeriod, WalletKind } from '@shop/core/loyalty/wallet';
import type { Benefit, PromotionClass } from '@shop/core/promotions/promotion';
import type { CollectionRule } from '../catalog/catalog.sql.ts';
import type { StoredSettings } from '../content/settings.ts';
import type { ImageSpec } from '../media/image-spec.ts';

/** A text in both languages; without Chinese the English is shown. */
export type Text = { en: string; zh: string | null };

/** The settings, with images as drawing data. */
export type SetupSettings = Omit<StoredSettings, 'logo' | 'icon' | 'seo'> & {
  logo: ImageSpec | null;
  icon: ImageSpec | null;
  seo: Omit<StoredSettings['seo'], 'og_image'> & { og_image: ImageSpec | null };
};

/** Where the shop delivers; a state is in one zone at most, and ranges of postcodes go before it. */
export type Zone = { code: string; name: Text; states: string[]; postcodes: { first: string; last: string }[] };

/** A method's fee in a zone, other fees from an amount or a weight on, and when it is free: any rule suffices. */
export type Rate = { zone: string; fee: number; bands: FeeBand[]; free_shipping: Required<FreeShippingRule>[] };

/** A slot of every day, in minutes after midnight in Kuala Lumpur. Null means no limit. */
export type Slot = {
  starts_minute: number;
  ends_minute: number;
  /** Codes of the zones that it serves; none: every zone of its method. */
  zones: string[];
  capacity: number;
  items_capacity: number | null;
  bulky_capacity: number | null;
  cutoff_minutes: number;
  fee: number;
};

export type DeliveryMethod = {
  code: string;
  shipping_class: 'standard' | 'chilled' | 'bulky';
  carries: StorageKind[];
  name: Text;
  description: Text;
  is_active: boolean;
  rates: Rate[];
  slots: Slot[];
};

/** A bank or wallet of a payment method; `id` is the gateway's number. */
export type PaymentChannel = { id: string; name_en: string; name_zh: string | null };

export type PaymentMethod = {
  code: string;
  name: Text;
  note: Text;
  gateway: string | null;
  channels: PaymentChannel[];
  is_active: boolean;
};

/** A coupon, or a promotion that applies without a code (docs/api.md#promotions). */
export type PromotionSetup = {
  key: string;
  name: Text;
  /** Upper case; null applies without a code. */
  code: string | null;
  class: PromotionClass;
  benefit: Benefit;
  min_spend: number;
  /** The goods that count towards the minimum spend, such as "snacks"; empty: the whole cart. */
  goods: Text;
  first_order_only: boolean;
  referred_only: boolean;
  categories: string[];
  brands: string[];
  starts_at: string | null;
  ends_at: string | null;
  /** 0 for Sunday; empty for every day. */
  weekdays: number[];
  combines_with: PromotionClass[];
  usage_limit: number | null;
  customer_limit: number | null;
  is_active: boolean;
};

/** A voucher that points or coins buy, or that the shop issues (docs/api.md#loyalty). */
export type VoucherSetup = {
  /** Upper case. */
  code: string;
  name: Text;
  description: Text;
  terms: Text;
  /** Null: without a picture. */
  image: ImageSpec | null;
  benefit: Benefit;
  min_spend: number;
  /** The goods that count towards the minimum spend, such as "snacks"; empty: the whole cart. */
  goods: Text;
  first_order_only: boolean;
  categories: string[];
  brands: string[];
  /** 0 for Sunday; empty for every day. */
  weekdays: number[];
  /** Classes of coupons with which it can be combined. */
  with_coupons: PromotionClass[];
  usable: VoucherUse[];
  cost_kind: WalletKind;
  cost_amount: number;
  /** Of an issued voucher; null: it never expires. */
  valid_days: number | null;
  starts_at: string | null;
  ends_at: string | null;
  total_limit: number | null;
  customer_limit: number | null;
  is_limit_monthly: boolean;
  /** Codes; empty: everyone. */
  tiers: string[];
  is_offered: boolean;
  /** The action whose reward it is, such as a friend's first order; null: none. */
  issued_for: RewardAction | null;
  /** The voucher product that issues it, by slug, and how many for one piece. */
  product_slug: string | null;
  product_count: number;
  is_active: boolean;
};

/** A membership tier; the lowest has no spend (docs/api.md#loyalty). */
export type TierSetup = {
  code: string;
  name: Text;
  /** Sen within twelve months. */
  qualifying_spend: number;
  /** Hundredths of a point per ringgit. */
  earn_rate: number;
  /** The code of the price group whose prices members get. */
  price_group: string | null;
};

/**
 * The reward of an action; a key has one rule for points, one for coins, one that multiplies points, or one for each
 * day of check-ins.
 */
export type RewardSetup = {
  key: string;
  action: RewardAction;
  /** Code of the only tier that earns it; null: all tiers. */
  tier: string | null;
  kind: WalletKind;
  /** Whole points or coins; of a `multiplier` hundredths. */
  amount: number;
  per: RewardPeriod;
  day: number | null;
  /** Minimum of the order's goods that it asks for, in sen. */
  min_spend: number;
  starts_at: string | null;
  ends_at: string | null;
};

export type Collection = {
  key: string;
  name: Text;
  rule: CollectionRule;
  max_items: number | null;
  starts_at: string | null;
  ends_at: string | null;
  /** Slugs in order if the rule is `picked`; null leaves the picked products unchanged. */
  products: string[] | null;
};

export type BannerSetup = {
  slug: string;
  scene: string;
  title: Text;
  description: Text;
  cta: Text;
  link: string;
  image: ImageSpec;
  tile: ImageSpec;
  is_active: boolean;
  starts_at: string | null;
  ends_at: string | null;
};

/** An information text as Markdown, with facts such as `{{ phone }}`. */
export type PageSetup = {
  slug: string;
  title: Text;
  description: Text;
  source: Text;
  /** The Malaysian day of its last change, `2026-12-01`; null: the day on which it is applied. */
  updated_on: string | null;
};

export type OpeningHours = { day: number; spans: { opens: string; closes: string }[] };

export type OutletSetup = {
  code: string;
  name: Text;
  street_address: string;
  postcode: string;
  state: string;
  latitude: number;
  longitude: number;
  phone: string;
  /** Day 0 is Sunday; `24:00` ends a day. */
  hours: OpeningHours[];
};

export type ShopSetup = {
  settings: SetupSettings;
  zones: Zone[];
  methods: DeliveryMethod[];
  payments: PaymentMethod[];
  promotions: PromotionSetup[];
  vouchers: VoucherSetup[];
  /** From the lowest. */
  tiers: TierSetup[];
  rewards: RewardSetup[];
  collections: Collection[];
  /** Each inner list holds words with the same meaning. */
  synonyms: string[][];
  banners: BannerSetup[];
  pages: PageSetup[];
  outlets: OutletSetup[];
};
