/** Settings, banners, information texts and the contact form. */
import { BACKDROPS } from '@shop/core/catalog/backdrops';
import { LANGS } from '@shop/core/lang';
import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { listOf, listQuery } from './list.ts';
import { money } from './money.ts';
import { image, multilineText, slug, textLang, textLine, time } from './wire.ts';

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

/** docs/spec.md §3 Settings, and further settings for the pages. */
export const settings = v.object({
  siteTitle: v.string(),
  siteSubtitle: v.string(),
  currency: v.string(),
  /** `is_own`: the shop's own picture stands in the header, not the drawn mark and the shop's name. */
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
  free_shipping: v.object({ hide_in_cart: v.boolean(), hide_in_topbar: v.boolean(), min_amount: v.nullable(money()) }),
  /** The highest standard delivery fee; null without standard delivery. */
  standard_delivery: v.nullable(v.object({ fee: money() })),
  bag_fee: v.object({ enabled: v.boolean(), fee: money(), label: v.string() }),
  /** Most bulky units in one order; null without a limit. */
  bulky_max: v.nullable(v.number()),
  tips: v.array(v.object({ tip: money() })),
  founded: v.number(),
  outlets_count: v.string(),
  contact: v.object({ email: v.string(), phone: v.string(), whatsapp: v.string(), address: v.string() }),
  legal: v.object({ business_name: v.string(), registration_no: v.string(), prices_note: v.string() }),
  app_links: v.object({ ios: v.string(), android: v.string() }),
  /** The shop's colour of actions, `#rrggbb`; null: the default. */
  accent: v.nullable(v.string()),
  /** Address of the style sheet with the accent's colours; null: the default. */
  accent_styles: v.nullable(v.string()),
  /** Languages that shoppers can choose. */
  languages: v.array(v.picklist(LANGS)),
  /** Sections of the home page in their order. A mood leads to the products with its tag. */
  home: v.object({
    sections: v.array(v.picklist(HOME_SECTIONS)),
    moods: v.array(v.object({ tag: v.string(), name: v.string(), text: v.string(), backdrop: v.picklist(BACKDROPS) })),
  }),
  /** The shop's Google sign-in client; null if not configured. */
  google: v.nullable(v.object({ client_id: v.string(), authorize_url: v.string() })),
  /** Trackers to load after the shopper's consent, with public id and script URL. */
  tracking: v.array(v.object({ tracker: v.picklist(['meta', 'ga4', 'tiktok']), id: v.string(), script: v.string() })),
});
export type Settings = v.InferInput<typeof settings>;

export const banner = v.object({
  id: v.string(),
  slug: v.string(),
  title: v.string(),
  description: v.string(),
  cta: v.string(),
  link: v.string(),
  /** The artwork's name, which decides its colours: `friday-night`, `breakfast`, … */
  scene: v.string(),
  /** Artwork for the large tile; `tile` is for the half tile. */
  image,
  tile: image,
});
export type Banner = v.InferInput<typeof banner>;

/** An information page or the FAQ, in sections. */
export const staticBlock = v.object({
  id: v.string(),
  slug: v.string(),
  title: v.string(),
  /** A one-sentence summary for lists and search engines. */
  description: v.string(),
  text_lang: textLang,
  /** `body` is sanitised HTML; `slug` is the section's anchor. */
  sections: v.array(
    v.object({
      slug: v.string(),
      title: v.string(),
      body: v.string(),
      /** Heading of a group of questions; its sections are adjacent. */
      group: v.optional(v.string()),
    }),
  ),
  updated_at: time(),
});
export type StaticBlock = v.InferInput<typeof staticBlock>;

/** The contact form's request. */
export const contactUs = v.object({
  name: v.pipe(textLine(100), v.minLength(1)),
  email: v.pipe(textLine(254), v.minLength(1)),
  contact_number: v.optional(textLine(30)),
  subject: v.pipe(textLine(150), v.minLength(1)),
  message: v.pipe(multilineText(5000), v.minLength(1)),
  /** The order in question, if any. */
  order_number: v.optional(textLine(20)),
});

export const contentEndpoints = {
  'content.settings': endpoint('content.settings', {
    access: 'open',
    summary: 'The shop’s settings',
    query: v.object({ lang: v.optional(v.string()) }),
    response: settings,
    cacheable: 'products',
  }),
  'content.banners': endpoint('content.banners', {
    access: 'open',
    summary: 'Banners that are on now, in their order',
    query: listQuery(),
    response: listOf(banner),
    cacheable: 'products',
  }),
  'content.banner': endpoint('content.banner', {
    access: 'open',
    summary: 'One banner by id or slug',
    params: v.object({ id: v.string() }),
    query: v.object({ lang: v.optional(v.string()) }),
    response: banner,
    refusals: ['request.not_found'],
    cacheable: 'products',
  }),
  'content.staticBlocks': endpoint('content.staticBlocks', {
    access: 'open',
    summary: 'The shop’s information texts',
    query: listQuery(),
    response: listOf(staticBlock),
    cacheable: 'products',
  }),
  'content.staticBlock': endpoint('content.staticBlock', {
    access: 'open',
    summary: 'One information text by id or slug',
    params: v.object({ id: slug() }),
    query: v.object({ lang: v.optional(v.string()) }),
    response: staticBlock,
    refusals: ['request.not_found'],
    cacheable: 'products',
  }),
  'content.contactUs': endpoint('content.contactUs', {
    access: 'open',
    summary: 'A message to the shop; the ticket’s reference goes out by mail',
    body: contactUs,
    response: v.object({ ticket: v.object({ reference: v.string(), created_at: time() }) }),
    status: 201,
    refusals: ['email.invalid', 'phone.invalid'],
    idempotent: true,
  }),
};
