/**
 * Turns a setup into the documents that a folder holds, as an owner reads and writes them: names in place of codes,
 * ringgit in place of sen, without values that equal those of a new shop.
 */
import { isDeepStrictEqual } from 'node:util';
import { VOUCHER_USES } from '@shop/core/loyalty/voucher';
import type { WalletKind } from '@shop/core/loyalty/wallet';
import { classOf, PROMOTION_CLASSES } from '@shop/core/promotions/promotion';
import { Scalar } from 'yaml';
import type { ListedGoods } from '../../content/settings.ts';
import type { ImageSpec } from '../../media/image-spec.ts';
import { clock } from '../pages/page-facts.ts';
import type {
  BannerSetup,
  DeliveryMethod,
  PromotionSetup,
  Rate,
  RewardSetup,
  SetupSettings,
  ShopSetup,
  Slot,
  Text,
  VoucherSetup,
} from '../shop-setup.ts';

/** A value of a document; null and undefined are left out. */
export type YamlValue = string | number | boolean | Scalar<number> | null | undefined | readonly YamlValue[] | Document;
export type Document = { [key: string]: YamlValue };

/** Names an image in a document: a file of the folder, or the data of a drawn image. */
export type NameImage = (image: ImageSpec, name: string) => YamlValue;

export type DocumentNames = {
  image: NameImage;
  /** English names of the states by code. */
  states: ReadonlyMap<string, string>;
};

/** An amount in ringgit with two decimals, such as `8.00`. */
export function ringgit(sen: number): Scalar<number> {
  const amount = new Scalar(sen / 100);
  amount.minFractionDigits = 2;
  return amount;
}

const ringgitOrNull = (sen: number | null) => (sen === null ? null : ringgit(sen));

const textOf = ({ en, zh }: Text): YamlValue => (zh === null || zh === '' ? en : { en, zh });
const textOrNull = (text: Text): YamlValue => (text.en === '' && !text.zh ? null : textOf(text));

const listOrNull = (list: readonly YamlValue[]) => (list.length > 0 ? [...list] : null);

const keyed = <Item>(items: readonly Item[], key: (item: Item) => string, document: (item: Item) => Document) =>
  Object.fromEntries(items.map((item) => [key(item), document(item)]));

/** Removes undefined values, and empty objects and lists. */
function tidy(value: YamlValue): YamlValue {
  if (value === undefined || value instanceof Scalar || value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(tidy);
  const entries = Object.entries(value).map(([key, each]): [string, YamlValue] => [key, tidy(each)]);
  const left = entries.filter(([, each]) => {
    return each !== null && each !== undefined && !(isPlain(each) && Object.keys(each).length === 0);
  });
  return Object.fromEntries(left);
}

const isPlain = (value: YamlValue): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Scalar);

const trackersDocument = (trackers: SetupSettings['trackers']): YamlValue =>
  trackers !== null && Object.keys(trackers).length === 0 ? 'none' : trackers;

/** The settings as shop.yaml has them. */
function shopDocument(settings: SetupSettings, names: DocumentNames): Document {
  const { contact, legal, seo, announcement, app_links } = settings;
  return {
    name: textOf(settings.site_title),
    subtitle: textOf(settings.site_subtitle),
    company: {
      name: legal.business_name,
      registration_no: textOrNull(legal.registration_no),
      founded: settings.founded,
      outlets: textOrNull(settings.outlets_count),
    },
    contact: {
      email: contact.email,
      phone: contact.phone,
      whatsapp: contact.whatsapp,
      address: textOrNull(contact.address),
    },
    office_hours: textOf(settings.office_hours),
    prices_note: textOf(legal.prices_note),
    announcement: {
      text: textOrNull(announcement.text),
      highlight: textOrNull(announcement.highlight),
      link: announcement.link,
    },
    logo: settings.logo && names.image(settings.logo, 'logo'),
    icon: settings.icon && names.image(settings.icon, 'icon'),
    accent: settings.accent,
    trackers: trackersDocument(settings.trackers),
    languages: [...settings.languages],
    category_size: settings.category_size,
    search_engines: {
      title: textOrNull(seo.meta_title),
      description: textOrNull(seo.meta_description),
      keywords: textOrNull(seo.meta_tags),
      address: seo.canonical_url,
      share_title: textOrNull(seo.og_title),
      share_description: textOrNull(seo.og_description),
      share_image: seo.og_image && names.image(seo.og_image, 'share'),
      twitter: seo.twitter_handle,
      twitter_card: seo.twitter_card_type,
    },
    apps: { ...app_links },
  };
}

/** The bounds of a free-shipping rule as `free_from` … `free_up_to_grams`, or without `free_` in a list. */
const ruleDocument = (rule: Rate['free_shipping'][number], prefix: 'free_' | ''): Document => ({
  [`${prefix}from`]: ringgitOrNull(rule.min_amount),
  [`${prefix}up_to`]: ringgitOrNull(rule.max_amount),
  [`${prefix}from_items`]: rule.min_quantity,
  [`${prefix}up_to_items`]: rule.max_quantity,
  [`${prefix}from_grams`]: rule.min_weight,
  [`${prefix}up_to_grams`]: rule.max_weight,
});

function rateDocument({ fee, bands, free_shipping }: Rate): Document {
  const [first, ...others] = free_shipping;
  return {
    fee: ringgit(fee),
    bands: listOrNull(
      bands.map((band) => ({
        from: ringgitOrNull(band.min_amount),
        from_grams: band.min_weight,
        fee: ringgit(band.fee),
      })),
    ),
    ...(first && ruleDocument(first, 'free_')),
    free_also: listOrNull(others.map((rule) => ruleDocument(rule, ''))),
  };
}

/** Formats minutes as `2 h` or `45 min`. */
const duration = (minutes: number): string => (minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`);

const windowText = ({ starts_minute, ends_minute }: Pick<Slot, 'starts_minute' | 'ends_minute'>): string =>
  `${clock(starts_minute)}-${clock(ends_minute)}`;

const holidayDocument = (holiday: SetupSettings['delivery_holidays'][number]): Document => ({
  date: holiday.date,
  name: textOf({ en: holiday.name_en, zh: holiday.name_zh }),
  zones: holiday.zones.length > 0 ? [...holiday.zones] : null,
  times: holiday.windows.length > 0 ? holiday.windows.map(windowText) : null,
});

const slotDocument = (slot: Slot): Document => ({
  time: windowText(slot),
  zones: slot.zones.length > 0 ? [...slot.zones] : null,
  places: slot.capacity,
  items: slot.items_capacity,
  bulky: slot.bulky_capacity,
  closes: duration(slot.cutoff_minutes),
  fee: slot.fee === 0 ? null : ringgit(slot.fee),
});

const methodDocument = (method: DeliveryMethod): Document => ({
  name: textOf(method.name),
  description: textOrNull(method.description),
  class: method.shipping_class === 'standard' ? null : method.shipping_class,
  carries: method.shipping_class === 'chilled' ? [...method.carries] : listOrNull(method.carries),
  active: method.is_active ? null : false,
  fees: keyed(method.rates, ({ zone }) => zone, rateDocument),
  slots: method.slots.map(slotDocument),
});

const goodsDocument = ({ bulky, categories, brands, products }: ListedGoods): Document => ({
  bulky: bulky || null,
  categories: listOrNull(categories),
  brands: listOrNull(brands),
  products: listOrNull(products),
});

function deliveryDocument({ settings, zones, methods }: ShopSetup, { states }: DocumentNames): Document {
  const { bag_fee, free_shipping_bar, free_shipping_goods } = settings;
  return {
    zones: keyed(
      zones,
      ({ code }) => code,
      (zone) => ({
        name: textOf(zone.name),
        states: listOrNull(zone.states.map((state) => states.get(state) ?? state)),
        postcodes: listOrNull(zone.postcodes.map(({ first, last }) => (first === last ? first : `${first}-${last}`))),
      }),
    ),
    methods: keyed(methods, ({ code }) => code, methodDocument),
    holidays: settings.delivery_holidays.length > 0 ? settings.delivery_holidays.map(holidayDocument) : null,
    bag_fee: {
      enabled: bag_fee.enabled,
      fee: ringgit(bag_fee.fee),
      states: Object.fromEntries(
        Object.entries(bag_fee.states).map(([state, fee]) => [states.get(state) ?? state, ringgit(fee)]),
      ),
      name: textOf(bag_fee.label),
    },
    tips: settings.tips.map(ringgit),
    free_shipping_bar: { in_cart: !free_shipping_bar.hide_in_cart, in_topbar: !free_shipping_bar.hide_in_topbar },
    free_shipping_excludes: goodsDocument(free_shipping_goods.excluded),
    free_shipping_blocked_by: goodsDocument(free_shipping_goods.blocking),
    unknown_weight_grams: settings.unknown_weight,
    bulky_max_per_order: settings.bulky_max_per_order,
    frozen_categories: settings.frozen_categories.length > 0 ? [...settings.frozen_categories] : null,
  };
}

function benefitDocument(benefit: PromotionSetup['benefit']): Document {
  if (benefit.kind === 'percentage') return { off: `${benefit.percent}%`, up_to: ringgitOrNull(benefit.max_amount) };
  if (benefit.kind === 'fixed') return { off: ringgit(benefit.amount) };
  if (benefit.kind === 'free_delivery') return { free_delivery: true };
  const { buy, get, percent } = benefit;
  return { buy, get, off: percent === 100 ? null : `${percent}%` };
}

const promotionDocument = (promotion: PromotionSetup): Document => ({
  name: textOf(promotion.name),
  code: promotion.code,
  ...benefitDocument(promotion.benefit),
  class: promotion.class === classOf(promotion.benefit) ? null : promotion.class,
  min_spend: promotion.min_spend === 0 ? null : ringgit(promotion.min_spend),
  goods: textOrNull(promotion.goods),
  categories: listOrNull(promotion.categories),
  brands: listOrNull(promotion.brands),
  first_order_only: promotion.first_order_only || null,
  referred_only: promotion.referred_only || null,
  weekdays: listOrNull(promotion.weekdays.map((day) => DAYS[day])),
  from: promotion.starts_at,
  to: promotion.ends_at,
  combines_with: listOrNull(promotion.combines_with),
  limit: promotion.usage_limit,
  limit_per_customer: promotion.customer_limit,
  active: promotion.is_active ? null : false,
});

const voucherDocument = (voucher: VoucherSetup, names: DocumentNames): Document => ({
  name: textOf(voucher.name),
  description: textOrNull(voucher.description),
  terms: textOrNull(voucher.terms),
  image: voucher.image && names.image(voucher.image, `voucher.${voucher.code.toLowerCase()}`),
  ...benefitDocument(voucher.benefit),
  min_spend: voucher.min_spend === 0 ? null : ringgit(voucher.min_spend),
  goods: textOrNull(voucher.goods),
  categories: listOrNull(voucher.categories),
  brands: listOrNull(voucher.brands),
  first_order_only: voucher.first_order_only || null,
  weekdays: listOrNull(voucher.weekdays.map((day) => DAYS[day])),
  cost:
    voucher.cost_amount === 0 ? null : `${voucher.cost_amount} ${voucher.cost_kind === 'point' ? 'points' : 'coins'}`,
  valid_days: voucher.valid_days,
  from: voucher.starts_at,
  to: voucher.ends_at,
  limit: voucher.total_limit,
  limit_per_customer: voucher.is_limit_monthly ? `${voucher.customer_limit} per month` : voucher.customer_limit,
  tiers: listOrNull(voucher.tiers),
  usable: voucher.usable.length === VOUCHER_USES.length ? null : [...voucher.usable],
  with_coupons: voucher.with_coupons.length === PROMOTION_CLASSES.length ? null : [...voucher.with_coupons],
  offered:
    voucher.is_offered === (voucher.product_slug === null && voucher.issued_for === null) ? null : voucher.is_offered,
  issued_for: voucher.issued_for,
  product: voucher.product_slug,
  per_product: voucher.product_count === 1 ? null : voucher.product_count,
  active: voucher.is_active ? null : false,
});

/** A key's rewards: an amount, or one for each day of check-ins. */
function rewardDocument(rules: readonly RewardSetup[]): Document {
  const [first] = rules;
  const amounts = (kind: WalletKind): YamlValue => {
    const own = rules.filter((rule) => rule.kind === kind && rule.per !== 'multiplier');
    const last = own.at(-1);
    if (last === undefined || last.day === null) return last?.amount;
    return Array.from({ length: last.day }, (_, index) => own.find(({ day }) => day === index + 1)?.amount ?? 0);
  };
  const multiplier = rules.find(({ per }) => per === 'multiplier');
  return {
    for: first?.action === first?.key ? null : first?.action,
    points: amounts('point'),
    coins: amounts('store_credit'),
    times: multiplier && multiplier.amount / 100,
    tier: first?.tier,
    min_spend: first?.min_spend ? ringgit(first.min_spend) : null,
    from: first?.starts_at,
    to: first?.ends_at,
  };
}

const loyaltyDocument = ({ settings, tiers, rewards }: ShopSetup): Document => ({
  ...settings.loyalty,
  max_till_amount: ringgit(settings.loyalty.max_till_amount),
  excluded_categories: [...settings.loyalty.excluded_categories],
  tiers: keyed(
    tiers,
    ({ code }) => code,
    ({ name, qualifying_spend, earn_rate, price_group }) => ({
      name: textOf(name),
      spend: ringgit(qualifying_spend),
      rate: earn_rate / 100,
      price_group,
    }),
  ),
  rewards: Object.fromEntries(
    [...Map.groupBy(rewards, ({ key }) => key)].map(([key, rules]) => [key, rewardDocument(rules)]),
  ),
});

const bannerDocument =
  (names: DocumentNames) =>
  (banner: BannerSetup): Document => ({
    title: textOf(banner.title),
    text: textOrNull(banner.description),
    button: textOf(banner.cta),
    link: banner.link,
    colours: banner.scene,
    image: names.image(banner.image, banner.slug),
    tile: isDeepStrictEqual(banner.tile, tileOf(banner.image)) ? null : names.image(banner.tile, `${banner.slug}-tile`),
    active: banner.is_active ? null : false,
    from: banner.starts_at,
    to: banner.ends_at,
  });

/** Returns the default small picture of a banner: a drawing's first two packs, else the same file. */
export function tileOf(image: ImageSpec): ImageSpec {
  return image.kind === 'banner' ? { ...image, packs: image.packs.slice(0, 2), format: 'tile' } : image;
}

const pageDocument = (page: ShopSetup['pages'][number]): Document => ({
  title: textOf(page.title),
  description: textOrNull(page.description),
  updated: page.updated_on,
  text: textOf(page.source),
});

/** The documents of a folder by file name, without the extension. */
export type Documents = Record<(typeof PARTS)[number], Document>;
export const PARTS = [
  'shop',
  'delivery',
  'payments',
  'promotions',
  'vouchers',
  'loyalty',
  'collections',
  'home',
  'search',
  'banners',
  'pages',
  'outlets',
] as const;

/** Builds all documents of a setup. */
export function buildDocuments(setup: ShopSetup, names: DocumentNames): Documents {
  const { settings } = setup;
  const documents = {
    shop: shopDocument(settings, names),
    delivery: deliveryDocument(setup, names),
    payments: keyed(
      setup.payments,
      ({ code }) => code,
      (method) => ({
        name: textOf(method.name),
        note: textOrNull(method.note),
        gateway: method.gateway,
        channels: method.channels.map(({ id, name_en, name_zh }) => ({
          id: Number(id),
          name: textOf({ en: name_en, zh: name_zh }),
        })),
        active: method.is_active,
      }),
    ),
    promotions: keyed(setup.promotions, ({ key }) => key, promotionDocument),
    vouchers: keyed(
      setup.vouchers,
      ({ code }) => code.toLowerCase(),
      (voucher) => voucherDocument(voucher, names),
    ),
    loyalty: loyaltyDocument(setup),
    collections: keyed(
      setup.collections,
      ({ key }) => key,
      ({ name, rule, max_items, starts_at, ends_at, products }) => ({
        name: textOf(name),
        by: rule.by,
        categories: 'category_slug' in rule && rule.category_slug ? rule.category_slug.split(',') : null,
        limit: max_items,
        from: starts_at,
        to: ends_at,
        products: products && products.length > 0 ? [...products] : null,
      }),
    ),
    home: {
      sections: [...settings.home.sections],
      moods: settings.home.moods.map(({ tag, name, text, backdrop }) => {
        return { tag, name: textOf(name), text: textOf(text), backdrop };
      }),
    },
    search: { synonyms: setup.synonyms.map((terms) => terms.join(' = ')) },
    banners: keyed(setup.banners, ({ slug }) => slug, bannerDocument(names)),
    pages: keyed(setup.pages, ({ slug }) => slug, pageDocument),
    outlets: keyed(
      setup.outlets,
      ({ code }) => code,
      ({ name, state, hours, code: _, ...outlet }) => {
        return { name: textOf(name), ...outlet, state: names.states.get(state) ?? state, hours: formatHours(hours) };
      },
    ),
  };
  return Object.fromEntries(PARTS.map((part) => [part, tidy(documents[part])])) as Documents;
}

/** Weekdays as the folder names them, from 0 for Sunday. */
export const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** Formats opening hours as `Sun-Thu 08:00-22:00; Fri 08:00-12:45, 14:30-22:00`. */
export function formatHours(hours: ShopSetup['outlets'][number]['hours']): string {
  const runs: { first: number; last: number; spans: string }[] = [];
  for (const { day, spans } of hours.filter((each) => each.spans.length > 0)) {
    const text = spans.map(({ opens, closes }) => `${opens}-${closes}`).join(', ');
    const run = runs.at(-1);
    if (run !== undefined && run.spans === text && run.last === day - 1) run.last = day;
    else runs.push({ first: day, last: day, spans: text });
  }
  return runs
    .map(({ first, last, spans }) => `${DAYS[first]}${last > first ? `-${DAYS[last]}` : ''} ${spans}`)
    .join('; ');
}

/** Parses the output of `formatHours`; null for any other text. */
export function parseHours(text: string): ShopSetup['outlets'][number]['hours'] | null {
  const days: readonly string[] = DAYS;
  const hours = DAYS.map((_, day) => ({ day, spans: [] as { opens: string; closes: string }[] }));
  for (const part of text.split(';').filter((each) => each.trim() !== '')) {
    const match = /^\s*([A-Za-z]{3})(?:-([A-Za-z]{3}))?\s+(.+)$/.exec(part);
    const [first, last] = [match?.[1], match?.[2] ?? match?.[1]].map((name) => days.indexOf(name ?? ''));
    if (match === null || first === undefined || last === undefined || first < 0 || last < 0) return null;
    // Mon-Sun goes round the end of the week.
    const count = ((last - first + 7) % 7) + 1;
    for (const span of (match[3] ?? '').split(',')) {
      const times = /^\s*([01]\d|2[0-3]):([0-5]\d)-(?:([01]\d|2[0-3]):([0-5]\d)|24:00)\s*$/.exec(span);
      if (times === null) return null;
      const [opens = '', closes = ''] = span.trim().split('-');
      for (let next = 0; next < count; next++) hours[(first + next) % 7]?.spans.push({ opens, closes });
    }
  }
  return hours;
}
