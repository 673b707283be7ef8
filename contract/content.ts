/** Banners, information texts and the contact form. */
import { AUDIENCES, PLACEMENTS, PLATFORMS } from '@shop/core/content/banners';
import { MAX_CONTACT_PHOTOS } from '@shop/core/content/contact-photos';
import * as v from 'valibot';
import { endpoint } from './api/endpoint.ts';
import {
  image,
  multilineText,
  pictureFile,
  queryText,
  slug,
  textLang,
  textLine,
  time,
  uuid,
} from './common-schemas.ts';
import { listPage, listQuery } from './list-query.ts';

export const banner = v.object({
  id: v.string(),
  slug: v.string(),
  /**
   * The place where it is shown, and its audience. The client picks (`pickBanners`), because everyone gets the same
   * response.
   */
  placement: v.picklist(PLACEMENTS),
  audience: v.picklist(AUDIENCES),
  /** Codes of membership tiers, for the audience `tier`. */
  tiers: v.array(v.string()),
  /** Empty: all. */
  platforms: v.array(v.picklist(PLATFORMS)),
  /** Slugs of categories, for the placement `category_top`; empty: all. */
  categories: v.array(v.string()),
  title: v.string(),
  description: v.string(),
  cta: v.string(),
  link: v.string(),
  /** The artwork's name, which decides its colours: `friday-night`, `breakfast`, … */
  scene: v.string(),
  /** The point that stays in view where a picture is cut, in percent from its top left; null: its right edge. */
  focus: v.nullable(v.object({ x: v.number(), y: v.number() })),
  /** Artwork for the large tile, and on phones; `tile` is for the half tile and for strips. */
  image,
  phone: image,
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
  /** `body` is sanitized HTML; `slug` is the section's anchor. */
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
  /** Photos from `POST /contact-us/photos`, in their order. */
  photos: v.optional(v.pipe(v.array(uuid()), v.maxLength(MAX_CONTACT_PHOTOS))),
});

export const contentEndpoints = {
  'content.banners': endpoint('content.banners', {
    access: 'open',
    summary: 'Banners that are on now, in their order',
    query: listQuery(),
    response: listPage(banner),
    cacheable: 'products',
  }),
  'content.banner': endpoint('content.banner', {
    access: 'open',
    summary: 'One banner by id or slug',
    params: v.object({ id: v.string() }),
    response: banner,
    refusals: ['request.not_found'],
    cacheable: 'products',
  }),
  'content.bannerPreview': endpoint('content.bannerPreview', {
    access: 'open',
    summary: 'A banner of any schedule, with a signed token that has not expired',
    query: v.object({ slug: slug(), token: queryText(500) }),
    response: banner,
    refusals: ['request.not_found', 'code.invalid'],
  }),
  'content.staticBlocks': endpoint('content.staticBlocks', {
    access: 'open',
    summary: 'The shop’s information texts',
    query: listQuery(),
    response: listPage(staticBlock),
    cacheable: 'products',
  }),
  'content.staticBlock': endpoint('content.staticBlock', {
    access: 'open',
    summary: 'One information text by id or slug',
    params: v.object({ id: slug() }),
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
    refusals: ['email.invalid', 'phone.invalid', 'photo.gone'],
    idempotent: true,
  }),
  'content.addContactPhoto': endpoint('content.addContactPhoto', {
    access: 'open',
    summary: 'A photo for a message to the shop; it is removed after a day unless a message names it',
    body: pictureFile,
    acceptsPicture: true,
    response: v.object({ photo: v.object({ id: uuid() }) }),
    status: 201,
    refusals: ['photo.unreadable', 'request.too_large'],
  }),
};
