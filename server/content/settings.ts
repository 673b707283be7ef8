/** The shop's settings as they are kept: one row a key, texts in both languages, images by name, money in sen. */
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { allSettings } from './content.sql.ts';

const text = v.object({ en: v.string(), zh: v.nullable(v.string()) });
const EMPTY = { en: '', zh: null };

/** Every setting has a default, so that a shop without rows still answers. */
const storedSettings = v.object({
  site_title: v.optional(text, { en: 'Sekampit', zh: null }),
  site_subtitle: v.optional(text, { en: 'Loyalty Rewards & Online Store', zh: null }),
  currency: v.optional(v.string(), 'MYR'),
  logo: v.optional(v.nullable(v.string()), null),
  category_size: v.optional(v.number(), 280),
  seo: v.optional(
    v.object({
      canonical_url: v.nullable(v.string()),
      og_title: text,
      og_description: text,
      og_image: v.string(),
      twitter_handle: v.string(),
      twitter_card_type: v.string(),
      meta_title: text,
      meta_description: text,
      meta_tags: text,
    }),
  ),
  office_hours: v.optional(text, { en: 'Mon-Fri 8:30 am - 6:00 pm', zh: null }),
  announcement: v.optional(v.object({ text, highlight: text }), { text: EMPTY, highlight: EMPTY }),
  free_shipping_bar: v.optional(v.object({ hide_in_cart: v.boolean(), hide_in_topbar: v.boolean() }), {
    hide_in_cart: false,
    hide_in_topbar: false,
  }),
  bag_fee: v.optional(v.object({ enabled: v.boolean(), fee: v.number(), label: text }), {
    enabled: false,
    fee: 0,
    label: EMPTY,
  }),
  tips: v.optional(v.array(v.number()), [0]),
  founded: v.optional(v.number(), 2001),
  outlets_count: v.optional(text, EMPTY),
  contact: v.optional(v.object({ email: v.string(), phone: v.string(), whatsapp: v.string(), address: text }), {
    email: '',
    phone: '',
    whatsapp: '',
    address: EMPTY,
  }),
  legal: v.optional(v.object({ business_name: v.string(), registration_no: v.string(), prices_note: text }), {
    business_name: '',
    registration_no: '',
    prices_note: EMPTY,
  }),
  app_links: v.optional(v.object({ ios: v.string(), android: v.string() }), { ios: '', android: '' }),
  /** Pieces of bulky goods that one order may hold; 0: no limit. */
  bulky_max_per_order: v.optional(v.number(), 0),
});

/** What other nouns ask of the settings, in sen and both languages. */
export type StoredSettings = v.InferOutput<typeof storedSettings> & {
  /** The lowest amount in sen from which any delivery is free; null where none ever is. */
  free_from: number | null;
  /** The highest fee of standard delivery in sen; null where there is no such delivery. */
  standard_fee: number | null;
};

/** Reads the settings; throws where a row was written that no setting can be. */
export async function readSettings(ctx: Pick<Ctx, 'db'>): Promise<StoredSettings> {
  const row = await ctx.db.row(allSettings);
  const { free_from = null, standard_fee = null } = row ?? {};
  return { ...v.parse(storedSettings, row?.settings ?? {}), free_from, standard_fee };
}
