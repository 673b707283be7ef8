/** Merges a folder's documents into the shop's current setup. */
import { INFORMATION_PAGES, informationSlug } from '@shop/core/links/paths';
import { dayOf } from '@shop/core/time';
import * as v from 'valibot';
import type { CollectionRule } from '../catalog/catalog.sql.ts';
import { storedSettings } from '../content/settings.ts';
import type { NamedImage, ReadDocuments } from './document-schemas.ts';
import { tileOf } from './documents.ts';
import type { ReadFolder } from './read-folder.ts';
import type {
  BannerSetup,
  Collection,
  DeliveryMethod,
  PageSetup,
  Rate,
  SetupSettings,
  ShopSetup,
  Text,
  Zone,
} from './shop-setup.ts';
import { promotionsOf } from './wanted-promotions.ts';

const NO_TEXT: Text = { en: '', zh: null };

/** Texts that the shop links to, and collections that the API names: `prune` never removes them. */
const LINKED_PAGES: ReadonlySet<string> = new Set([
  ...INFORMATION_PAGES.map(informationSlug),
  'help-center',
  'legal-notice',
]);
const NAMED_COLLECTIONS: ReadonlySet<string> = new Set([
  'best_seller',
  'best_seller_grocery',
  'popular',
  'cookies',
  'chips',
  'popcorn_jerky',
  'fresh_vegetables',
  'new_arrivals',
  'shocking_deals',
  'bundles',
]);

export type WantedOptions = {
  /** Finds a state's code by its code or English name. */
  stateOf: (name: string) => string | undefined;
  /** Settings that the folder leaves out become those of a new shop, not those of this one. */
  prune: boolean;
  now: Date;
};

/** The settings of a new shop. */
export function defaultSettings(): SetupSettings {
  const { logo: _logo, icon: _icon, seo, ...settings } = v.parse(storedSettings, {});
  return { ...settings, logo: null, icon: null, seo: { ...seo, og_image: null } };
}

type Read = { folder: ReadFolder; documents: ReadDocuments };

function settingsOf({ folder, documents }: Read, base: SetupSettings): SetupSettings {
  const { shop = {}, delivery = {}, home = {} } = documents;
  const { company = {}, contact = {}, announcement = {}, search_engines: seo = {}, apps = {} } = shop;
  const picture = (named: NamedImage | undefined, otherwise: SetupSettings['logo'], path: string[]) =>
    named === undefined ? otherwise : folder.imageOf('shop', named, path);
  const { bag_fee = {}, free_shipping_bar: bar = {} } = delivery;
  return {
    ...base,
    site_title: shop.name ?? base.site_title,
    site_subtitle: shop.subtitle ?? base.site_subtitle,
    logo: picture(shop.logo, base.logo, ['logo']),
    icon: picture(shop.icon, base.icon, ['icon']),
    accent: shop.accent ?? base.accent,
    languages: shop.languages ?? base.languages,
    category_size: shop.category_size ?? base.category_size,
    office_hours: shop.office_hours ?? base.office_hours,
    founded: company.founded ?? base.founded,
    outlets_count: company.outlets ?? base.outlets_count,
    legal: {
      business_name: company.name ?? base.legal.business_name,
      registration_no: company.registration_no ?? base.legal.registration_no,
      prices_note: shop.prices_note ?? base.legal.prices_note,
    },
    contact: {
      email: contact.email ?? base.contact.email,
      phone: contact.phone ?? base.contact.phone,
      whatsapp: contact.whatsapp ?? base.contact.whatsapp,
      address: contact.address ?? base.contact.address,
    },
    announcement: {
      text: announcement.text ?? base.announcement.text,
      highlight: announcement.highlight ?? base.announcement.highlight,
      link: announcement.link ?? base.announcement.link,
    },
    seo: {
      canonical_url: seo.address ?? base.seo.canonical_url,
      og_title: seo.share_title ?? base.seo.og_title,
      og_description: seo.share_description ?? base.seo.og_description,
      og_image: picture(seo.share_image, base.seo.og_image, ['search_engines', 'share_image']),
      twitter_handle: seo.twitter ?? base.seo.twitter_handle,
      twitter_card_type: seo.twitter_card ?? base.seo.twitter_card_type,
      meta_title: seo.title ?? base.seo.meta_title,
      meta_description: seo.description ?? base.seo.meta_description,
      meta_tags: seo.keywords ?? base.seo.meta_tags,
    },
    app_links: { ios: apps.ios ?? base.app_links.ios, android: apps.android ?? base.app_links.android },
    bag_fee: {
      enabled: bag_fee.enabled ?? (bag_fee.fee === undefined ? base.bag_fee.enabled : true),
      fee: bag_fee.fee ?? base.bag_fee.fee,
      label: bag_fee.name ?? base.bag_fee.label,
    },
    tips: delivery.tips ?? base.tips,
    free_shipping_bar: {
      hide_in_cart: bar.in_cart === undefined ? base.free_shipping_bar.hide_in_cart : !bar.in_cart,
      hide_in_topbar: bar.in_topbar === undefined ? base.free_shipping_bar.hide_in_topbar : !bar.in_topbar,
    },
    frozen_categories: delivery.frozen_categories ?? base.frozen_categories,
    bulky_max_per_order: delivery.bulky_max_per_order ?? base.bulky_max_per_order,
    home: { sections: home.sections ?? base.home.sections, moods: home.moods ?? base.home.moods },
  };
}

type DeliveryDocument = NonNullable<ReadDocuments['delivery']>;

function zonesOf({ folder }: Read, zones: NonNullable<DeliveryDocument['zones']>, options: WantedOptions): Zone[] {
  const taken = new Map<string, string>();
  return Object.entries(zones).map(([code, zone]) => ({
    code,
    name: zone.name,
    states: zone.states
      .flatMap((name, index) => {
        const problem = (reason: string) => {
          folder.problems.push({ ...folder.lineOf('delivery', ['zones', code, 'states', index]), reason });
        };
        const state = options.stateOf(name);
        if (state === undefined) problem(`"${name}" is no state of Malaysia`);
        else if (taken.has(state)) problem(`"${name}" is in the zone ${taken.get(state)} already`);
        if (state !== undefined) taken.set(state, code);
        return state ?? [];
      })
      .sort(),
  }));
}

function ratesOf(
  { folder }: Read,
  method: string,
  fees: NonNullable<DeliveryDocument['methods']>[string]['fees'],
  zones: readonly Zone[],
): Rate[] {
  const known = new Set(zones.map(({ code }) => code));
  return Object.entries(fees)
    .map(([zone, rate]) => {
      if (!known.has(zone)) {
        const reason = `there is no zone ${zone}; the zones are ${[...known].join(', ')}`;
        folder.problems.push({ ...folder.lineOf('delivery', ['methods', method, 'fees', zone]), reason });
      }
      return {
        zone,
        fee: rate.fee,
        free_min_amount: rate.free_from ?? null,
        free_max_amount: rate.free_up_to ?? null,
        free_min_quantity: rate.free_from_items ?? null,
        free_max_quantity: rate.free_up_to_items ?? null,
        free_min_weight: rate.free_from_grams ?? null,
      };
    })
    .sort((a, b) => (a.zone < b.zone ? -1 : 1));
}

/** Returns zones in order; reports those that the shop does not have. `path` leads to them in delivery.yaml. */
function knownZones(
  { folder }: Read,
  zones: readonly string[],
  known: readonly string[],
  path: readonly (string | number)[],
): string[] {
  for (const [index, zone] of zones.entries()) {
    if (known.includes(zone)) continue;
    const reason = `there is no zone ${zone}; the zones are ${known.join(', ')}`;
    folder.problems.push({ ...folder.lineOf('delivery', [...path, index]), reason });
  }
  return zones.toSorted();
}

function holidaysOf(
  read: Read,
  holidays: NonNullable<DeliveryDocument['holidays']>,
  zones: readonly Zone[],
): SetupSettings['delivery_holidays'] {
  const known = zones.map(({ code }) => code);
  return holidays
    .map(({ date, name, zones: closed = [], times = [] }, index) => ({
      date,
      name_en: name.en,
      name_zh: name.zh,
      zones: knownZones(read, closed, known, ['holidays', index, 'zones']),
      windows: times,
    }))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

function methodsOf(
  read: Read,
  methods: NonNullable<DeliveryDocument['methods']>,
  zones: readonly Zone[],
): DeliveryMethod[] {
  const known = zones.map(({ code }) => code);
  return Object.entries(methods).map(([code, method]) => {
    const slots = (method.slots ?? [])
      .map(({ time, zones: served = [], places, items, bulky, closes, fee }, index) => ({
        ...time,
        zones: knownZones(read, served, known, ['methods', code, 'slots', index, 'zones']),
        capacity: places,
        items_capacity: items ?? null,
        bulky_capacity: bulky ?? null,
        cutoff_minutes: closes ?? 0,
        fee: fee ?? 0,
      }))
      .sort((a, b) => a.starts_minute - b.starts_minute || (String(a.zones) < String(b.zones) ? -1 : 1));
    if (new Set(slots.map((slot) => `${slot.starts_minute} ${slot.zones}`)).size < slots.length) {
      const reason = 'has two slots that begin at the same time';
      read.folder.problems.push({ ...read.folder.lineOf('delivery', ['methods', code, 'slots']), reason });
    }
    return {
      code,
      shipping_class: method.class ?? 'standard',
      name: method.name,
      description: method.description ?? NO_TEXT,
      is_active: method.active ?? true,
      rates: ratesOf(read, code, method.fees, zones),
      slots,
    };
  });
}

function collectionsOf(
  { folder }: Read,
  collections: NonNullable<ReadDocuments['collections']>,
  current: readonly Collection[],
): Collection[] {
  const picked = new Map(current.map(({ key, products }) => [key, products]));
  return Object.entries(collections).map(([key, { name, by, categories, limit, from, to, products }]) => {
    const problem = (reason: string) => folder.problems.push({ ...folder.lineOf('collections', [key]), reason });
    if (by === 'category' && !categories) problem(`${key} needs categories`);
    if (categories && by !== 'category' && by !== 'best_sellers')
      problem(`${key}: only best_sellers and category have categories`);
    if (products && by !== 'picked') problem(`${key}: products belong to "by: picked"`);
    const category_slug = categories?.join(',');
    const rule = { by, ...(category_slug !== undefined && { category_slug }) } as CollectionRule;
    return {
      key,
      name,
      rule,
      max_items: limit ?? null,
      starts_at: from ?? null,
      ends_at: to ?? null,
      products: by === 'picked' ? (products ?? picked.get(key) ?? []) : null,
    };
  });
}

function bannersOf({ folder }: Read, banners: NonNullable<ReadDocuments['banners']>): BannerSetup[] {
  return Object.entries(banners).map(([slug, banner]) => {
    const image = folder.imageOf('banners', banner.image, [slug, 'image']);
    return {
      slug,
      scene: banner.colours ?? 'plain',
      title: banner.title,
      description: banner.text ?? NO_TEXT,
      cta: banner.button,
      link: banner.link,
      image,
      tile: banner.tile === undefined ? tileOf(image) : folder.imageOf('banners', banner.tile, [slug, 'tile']),
      is_active: banner.active ?? true,
      starts_at: banner.from ?? null,
      ends_at: banner.to ?? null,
    };
  });
}

/** A page without a day of its own keeps the day of the shop's, or gets today's if it differs. */
function datedPages(pages: readonly PageSetup[], current: readonly PageSetup[], now: Date): PageSetup[] {
  const before = new Map(current.map((page) => [page.slug, page]));
  return pages.map((page) => {
    if (page.updated_on !== null) return page;
    const known = before.get(page.slug);
    const isSame =
      known !== undefined && JSON.stringify([known.title, known.source]) === JSON.stringify([page.title, page.source]);
    return { ...page, updated_on: isSame ? known.updated_on : dayOf(now) };
  });
}

/** Adds the items of the shop that are never removed and that the folder lacks. */
function withProtected<Item>(
  items: readonly Item[],
  current: readonly Item[],
  key: (item: Item) => string,
  isProtected: (key: string) => boolean,
): Item[] {
  const there = new Set(items.map(key));
  return [...items, ...current.filter((item) => !there.has(key(item)) && isProtected(key(item)))];
}

/**
 * Builds the wanted setup; adds to the folder's problems what only shows in combination. A part without a file stays
 * as it is in the shop.
 */
export function wantedSetup(folder: ReadFolder, current: ShopSetup, options: WantedOptions): ShopSetup {
  const { documents } = folder;
  const read: Read = { folder, documents };
  const { delivery, payments, promotions, collections, search, banners } = documents;
  const zones = delivery?.zones ? zonesOf(read, delivery.zones, options) : current.zones;
  const settings = settingsOf(read, options.prune ? defaultSettings() : current.settings);
  return {
    settings: {
      ...settings,
      delivery_holidays: delivery?.holidays ? holidaysOf(read, delivery.holidays, zones) : settings.delivery_holidays,
    },
    zones,
    methods: delivery?.methods ? methodsOf(read, delivery.methods, zones) : current.methods,
    payments: payments
      ? Object.entries(payments).map(([code, method]) => ({
          code,
          name: method.name,
          note: method.note ?? NO_TEXT,
          gateway: method.gateway ?? null,
          channels: (method.channels ?? []).map(({ id, name }) => ({ id, name_en: name.en, name_zh: name.zh })),
          is_active: method.active ?? true,
        }))
      : current.payments,
    promotions: promotions
      ? promotionsOf(folder, promotions, { current: current.promotions, prune: options.prune })
      : current.promotions,
    collections: collections
      ? withProtected(
          collectionsOf(read, collections, current.collections),
          current.collections,
          ({ key }) => key,
          (key) => NAMED_COLLECTIONS.has(key),
        )
      : current.collections,
    synonyms: search?.synonyms ?? current.synonyms,
    banners: banners ? bannersOf(read, banners) : current.banners,
    pages: folder.pages
      ? withProtected(
          datedPages(folder.pages, current.pages, options.now),
          current.pages,
          ({ slug }) => slug,
          (slug) => LINKED_PAGES.has(slug),
        )
      : current.pages,
    outlets: folder.outlets ?? current.outlets,
  };
}
