/**
 * Turns a setup into the documents that a folder holds, as an owner reads and writes them: names in place of codes,
 * ringgit in place of sen, without values that equal those of a new shop.
 */
import { isDeepStrictEqual } from 'node:util';
import { Scalar } from 'yaml';
import type { ImageSpec } from '../media/image-spec.ts';
import { clock } from './page-facts.ts';
import type {
  BannerSetup,
  DeliveryMethod,
  PromotionSetup,
  Rate,
  SetupSettings,
  ShopSetup,
  Slot,
  Text,
} from './shop-setup.ts';

/** A value of a document; null and undefined are left out. */
export type YamlValue = string | number | boolean | Scalar<number> | null | undefined | readonly YamlValue[] | Document;
export type Document = { [key: string]: YamlValue };

/** Names an image in a document: a file of the folder, or what it is drawn from. */
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

const keyed = <Item>(items: readonly Item[], key: (item: Item) => string, document: (item: Item) => Document) =>
  Object.fromEntries(items.map((item) => [key(item), document(item)]));

/** Removes what is left out; an object or list without anything in it too. */
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

function rateDocument({ fee, ...free }: Rate): Document {
  return {
    fee: ringgit(fee),
    free_from: ringgitOrNull(free.free_min_amount),
    free_up_to: ringgitOrNull(free.free_max_amount),
    free_from_items: free.free_min_quantity,
    free_up_to_items: free.free_max_quantity,
    free_from_grams: free.free_min_weight,
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
  active: method.is_active ? null : false,
  fees: keyed(method.rates, ({ zone }) => zone, rateDocument),
  slots: method.slots.map(slotDocument),
});

function deliveryDocument({ settings, zones, methods }: ShopSetup, { states }: DocumentNames): Document {
  const { bag_fee, free_shipping_bar } = settings;
  return {
    zones: keyed(
      zones,
      ({ code }) => code,
      (zone) => ({ name: textOf(zone.name), states: zone.states.map((state) => states.get(state) ?? state) }),
    ),
    methods: keyed(methods, ({ code }) => code, methodDocument),
    holidays: settings.delivery_holidays.length > 0 ? settings.delivery_holidays.map(holidayDocument) : null,
    bag_fee: { enabled: bag_fee.enabled, fee: ringgit(bag_fee.fee), name: textOf(bag_fee.label) },
    tips: settings.tips.map(ringgit),
    free_shipping_bar: { in_cart: !free_shipping_bar.hide_in_cart, in_topbar: !free_shipping_bar.hide_in_topbar },
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

/** Returns the default class of a promotion. */
export function classOf({ kind }: PromotionSetup['benefit']): PromotionSetup['class'] {
  if (kind === 'free_delivery') return 'delivery';
  return kind === 'buy_x_get_y' ? 'product' : 'order';
}

const listOrNull = (list: readonly YamlValue[]) => (list.length > 0 ? [...list] : null);

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
  weekdays: listOrNull(promotion.weekdays.map((day) => DAYS[day])),
  from: promotion.starts_at,
  to: promotion.ends_at,
  combines_with: listOrNull(promotion.combines_with),
  limit: promotion.usage_limit,
  limit_per_customer: promotion.customer_limit,
  active: promotion.is_active ? null : false,
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
  'collections',
  'home',
  'search',
  'banners',
  'pages',
  'outlets',
] as const;

/** Builds all documents of a setup. */
export function documentsOf(setup: ShopSetup, names: DocumentNames): Documents {
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

/** Parses what `formatHours` writes; null if it is something else. */
export function parseHours(text: string): ShopSetup['outlets'][number]['hours'] | null {
  const days: readonly string[] = DAYS;
  const hours = DAYS.map((_, day) => ({ day, spans: [] as { opens: string; closes: string }[] }));
  for (const part of text.split(';').filter((each) => each.trim() !== '')) {
    const match = /^\s*([A-Za-z]{3})(?:-([A-Za-z]{3}))?\s+(.+)$/.exec(part);
    const [first, last] = [match?.[1], match?.[2] ?? match?.[1]].map((name) => days.indexOf(name ?? ''));
    if (match === null || first === undefined || last === undefined || first < 0 || last < first) return null;
    for (const span of (match[3] ?? '').split(',')) {
      const times = /^\s*([01]\d|2[0-3]):([0-5]\d)-(?:([01]\d|2[0-3]):([0-5]\d)|24:00)\s*$/.exec(span);
      if (times === null) return null;
      const [opens = '', closes = ''] = span.trim().split('-');
      for (let day = first; day <= last; day++) hours[day]?.spans.push({ opens, closes });
    }
  }
  return hours;
}
