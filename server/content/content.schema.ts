/** Tables of the shop's own words: settings, banners, and the images that everything shows. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { ImageSpec } from '../media/image-spec.ts';

/** One row a setting; the values are parsed by `content.ts`. */
export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
});

/** Every image by the hash of what it is drawn from (readings 37). */
export const images = pgTable('images', {
  hash: text().primaryKey(),
  spec: jsonb().$type<ImageSpec>().notNull(),
});

export const banners = pgTable(
  'banners',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    slug: text().notNull().unique(),
    position: integer().notNull(),
    scene: text().notNull(),
    image_hash: text()
      .notNull()
      .references(() => images.hash),
    tile_hash: text()
      .notNull()
      .references(() => images.hash),
    title_en: text().notNull(),
    title_zh: text(),
    description_en: text().notNull(),
    description_zh: text(),
    cta_en: text().notNull(),
    cta_zh: text(),
    link: text().notNull(),
    is_active: boolean().notNull().default(true),
    starts_at: timestamp({ withTimezone: true }),
    ends_at: timestamp({ withTimezone: true }),
  },
  (table) => [
    index('banners_position').on(table.position),
    check(
      'banners_window',
      sql`${table.ends_at} is null or ${table.starts_at} is null or ${table.starts_at} < ${table.ends_at}`,
    ),
    check('banners_link_is_local', sql`${table.link} like '/%'`),
  ],
);

/** A section of an information text; `body` is sanitised HTML, `group` gathers questions of one kind. */
export type StaticSection = { slug: string; title: string; body: string; group?: string };

/** The shop's information texts (spec §7 "/static_blocks"), as data in both languages. */
export const staticBlocks = pgTable('static_blocks', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  slug: text().notNull().unique(),
  position: integer().notNull(),
  title_en: text().notNull(),
  title_zh: text(),
  description_en: text().notNull().default(''),
  description_zh: text(),
  sections_en: jsonb().$type<StaticSection[]>().notNull(),
  sections_zh: jsonb().$type<StaticSection[]>(),
  updated_at: timestamp({ withTimezone: true }).notNull(),
});

/** Messages of the contact form (`/contact-us`), each with the reference that its mail names. */
export const contactTickets = pgTable('contact_tickets', {
  id: uuid().primaryKey(),
  reference: text().notNull().unique(),
  name: text().notNull(),
  email: text().notNull(),
  contact_number: text(),
  subject: text().notNull(),
  message: text().notNull(),
  order_number: text(),
  lang: text().$type<'en' | 'zh'>().notNull(),
  created_at: timestamp({ withTimezone: true }).notNull(),
});
