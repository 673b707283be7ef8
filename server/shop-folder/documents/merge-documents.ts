/** Merges a folder's documents into the shop's current setup. */
import { LINKED_TEXTS } from '@shop/core/links/paths';
import { dayOf } from '@shop/core/time';
import * as v from 'valibot';
import type { CollectionRule } from '../../catalog/catalog.sql.ts';
import { storedSettings } from '../../content/settings.ts';
import type { ReadFolder } from '../read-folder.ts';
import type {
  BannerSetup,
  Collection,
  PageSetup,
  PaymentMethod,
  SetupSettings,
  ShopSetup,
  Text,
} from '../shop-setup.ts';
import type { NamedImage, ReadDocuments } from './document-schemas.ts';
import { tileOf } from './documents.ts';
import { parseDeliverySettings, parseHolidays, parseMethods, parseZones } from './parse-delivery.ts';
import { checkTiers, parseRewards, tiersOf } from './parse-loyalty.ts';
import { parsePromotions, parseVouchers } from './parse-promotions.ts';

const NO_TEXT: Text = { en: '', zh: null };

/** Collections that the API names: `prune` never removes them, nor texts that the shop links to. */
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

export type MergeOptions = {
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

function settingsOf({ folder, documents }: Read, base: SetupSettings, { stateOf }: MergeOptions): SetupSettings {
  const { shop = {}, delivery = {}, home = {}, loyalty = {} } = documents;
  const { tiers: _tiers, rewards: _rewards, ...rates } = loyalty;
  const { company = {}, contact = {}, announcement = {}, search_engines: seo = {}, apps = {} } = shop;
  const picture = (named: NamedImage | undefined, otherwise: SetupSettings['logo'], path: string[]) =>
    named === undefined ? otherwise : folder.imageOf('shop', named, path);
  return {
    ...base,
    site_title: shop.name ?? base.site_title,
    site_subtitle: shop.subtitle ?? base.site_subtitle,
    logo: picture(shop.logo, base.logo, ['logo']),
    icon: picture(shop.icon, base.icon, ['icon']),
    accent: shop.accent ?? base.accent,
    trackers: shop.trackers ?? base.trackers,
    languages: shop.languages ?? base.languages,
    category_size: shop.category_size ?? base.category_size,
    loyalty: { ...base.loyalty, ...rates },
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
    ...parseDeliverySettings(folder, delivery, base, stateOf),
    home: { sections: home.sections ?? base.home.sections, moods: home.moods ?? base.home.moods },
  };
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

function paymentsOf({ folder }: Read, payments: NonNullable<ReadDocuments['payments']>): PaymentMethod[] {
  return Object.entries(payments).map(([code, { name, note, gateway, channels, active }]) => {
    const problem = (reason: string) =>
      folder.problems.push({ ...folder.lineOf('payments', [code]), reason: `${code}: ${reason}` });
    if (gateway === undefined && code !== 'cod') problem('needs a gateway; only cod, cash on delivery, has none');
    if (gateway !== undefined && code === 'cod') problem('cash on delivery has no gateway');
    return {
      code,
      name,
      note: note ?? NO_TEXT,
      gateway: gateway ?? null,
      channels: (channels ?? []).map((channel) => ({
        id: channel.id,
        name_en: channel.name.en,
        name_zh: channel.name.zh,
      })),
      is_active: active ?? true,
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
 * Builds the wanted setup; adds contradictions between files to the folder's problems. A part without a file stays
 * unchanged in the shop.
 */
export function mergeDocuments(folder: ReadFolder, current: ShopSetup, options: MergeOptions): ShopSetup {
  const { documents } = folder;
  const read: Read = { folder, documents };
  const { delivery, payments, promotions, loyalty, collections, search, banners } = documents;
  const zones = delivery?.zones ? parseZones(folder, delivery.zones, options.stateOf) : current.zones;
  const settings = settingsOf(read, options.prune ? defaultSettings() : current.settings, options);
  const tiers = loyalty?.tiers ? tiersOf(folder, loyalty.tiers) : current.tiers;
  const rewards = loyalty?.rewards ? parseRewards(folder, loyalty.rewards) : current.rewards;
  const vouchers = documents.vouchers ? parseVouchers(folder, documents.vouchers) : current.vouchers;
  checkTiers(folder, tiers, { rewards, vouchers });
  return {
    settings: {
      ...settings,
      delivery_holidays: delivery?.holidays
        ? parseHolidays(folder, delivery.holidays, zones)
        : settings.delivery_holidays,
    },
    zones,
    methods: delivery?.methods ? parseMethods(folder, delivery.methods, zones) : current.methods,
    payments: payments ? paymentsOf(read, payments) : current.payments,
    promotions: promotions
      ? parsePromotions(folder, promotions, { current: current.promotions, prune: options.prune })
      : current.promotions,
    vouchers,
    tiers,
    rewards,
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
          (slug) => LINKED_TEXTS.includes(slug),
        )
      : current.pages,
    outlets: folder.outlets ?? current.outlets,
  };
}
