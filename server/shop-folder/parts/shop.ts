/** shop.yaml: name, company, contacts and what the whole site shows. */
import * as v from 'valibot';
import { TRACKER_IDS } from '../../config.ts';
import { isReadableAccent } from '../../content/accent-styles.ts';
import {
  atLeastOne,
  codec,
  count,
  createPatternSchema,
  filledWord,
  languages,
  money,
  percent,
  picture,
  text,
  word,
} from '../../field-tables/codecs.ts';
import { toRinggit } from '../../field-tables/documents.ts';
import { setting } from '../settings.ts';

const colour = codec(
  v.pipe(
    createPatternSchema(/^#[0-9a-f]{6}$/i, 'must be a colour such as "#1c7a3f"'),
    v.toLowerCase(),
    v.check(
      isReadableAccent,
      'is too light: neither white text on it nor text in it would be readable (4.5:1); take a darker one',
    ),
  ),
);

/** Ids of the trackers that pages load after consent; `none` turns those of the environment off, too. */
const trackers = codec(
  v.union(
    [
      v.pipe(
        v.literal('none'),
        v.transform(() => ({})),
      ),
      v.strictObject({
        meta: v.optional(TRACKER_IDS.meta),
        ga4: v.optional(TRACKER_IDS.ga4),
        tiktok: v.optional(TRACKER_IDS.tiktok),
      }),
    ],
    'must be none, or the ids of trackers: { meta: …, ga4: …, tiktok: … }',
  ),
  (ids) => (Object.keys(ids).length === 0 ? 'none' : ids),
);

/** Tiles of a map, whose host browsers may load pictures from; empty for none. */
const tiles = codec(
  createPatternSchema(
    /^(https?:\/\/[a-z0-9.-]+(:\d+)?\/\S*\{z\}\S*)?$/i,
    'must be an address such as https://tiles.example/{z}/{x}/{y}.png',
  ),
);

/** An amount above which a second person approves; `none` for no such limit. */
const approvalLimit = codec(
  v.union(
    [
      v.pipe(
        v.literal('none'),
        v.transform(() => null),
      ),
      money.schema,
    ],
    'must be none, or an amount such as 200.00',
  ),
  (above) => (above === null ? 'none' : toRinggit(above)),
);

/** A percentage above which a second person approves; `none` for no such limit. */
const approvalPercent = codec(
  v.union(
    [
      v.pipe(
        v.literal('none'),
        v.transform(() => null),
      ),
      percent.schema,
    ],
    'must be none, or a percentage such as 20',
  ),
  (above) => (above === null ? 'none' : above),
);

const address = codec(v.pipe(filledWord.schema, v.url('must be an address such as https://shop.example/')));

export const shop = [
  setting('name', 'site_title', text),
  setting('subtitle', 'site_subtitle', text),
  setting('company.name', 'legal.business_name', word),
  setting('company.registration_no', 'legal.registration_no', text),
  setting('company.founded', 'founded', count),
  setting('company.outlets', 'outlets_count', text, {
    doc: 'company: { outlets: more than 20 outlets } is what pages say about the number of outlets.',
  }),
  setting('company.data_officer', 'data_officer.name', text, {
    doc: 'company: { data_officer: Tan Mei Hua, data_officer_email: privacy@shop.example } is the data protection officer.',
  }),
  setting('company.data_officer_email', 'data_officer.email', word),
  setting('contact.email', 'contact.email', word),
  setting('contact.phone', 'contact.phone', word),
  setting('contact.whatsapp', 'contact.whatsapp', word),
  setting('contact.address', 'contact.address', text),
  setting('office_hours', 'office_hours', text),
  setting('prices_note', 'legal.prices_note', text, {
    doc: 'prices_note: the sentence on every page about prices, tax and fees.',
  }),
  setting('announcement.text', 'announcement.text', text),
  setting('announcement.highlight', 'announcement.highlight', text),
  setting('announcement.link', 'announcement.link', word),
  setting('logo', 'logo', picture(String)),
  setting('icon', 'icon', picture(String)),
  setting('accent', 'accent', colour),
  setting('trackers', 'trackers', trackers),
  setting('languages', 'languages', languages),
  setting('category_size', 'category_size', count, {
    doc: 'category_size: 280 is the highest number of categories in one response of the API.',
  }),
  setting('bundle_saving_percent', 'bundle_saving_percent', percent, {
    doc: 'bundle_saving_percent: 3 is the least that a bundle saves against its parts, in percent.',
  }),
  setting('office.idle_minutes', 'office.idle_minutes', atLeastOne, {
    doc: 'office: { idle_minutes: 30 } locks the office on a device that no one used for 30 minutes.',
  }),
  setting('approvals.refunds_above', 'approvals.refunds_above', approvalLimit, {
    doc: 'approvals: { refunds_above: 200.00, wallets_above: 50.00, prices_above: 20 } lets a second person approve what is worth more, and prices that change by more than 20 percent; none: one is enough.',
  }),
  setting('approvals.wallets_above', 'approvals.wallets_above', approvalLimit),
  setting('approvals.prices_above', 'approvals.prices_above', approvalPercent),
  setting('search_engines.title', 'seo.meta_title', text, {
    doc: 'search_engines: title, description, keywords and address of the home page, for search engines.',
  }),
  setting('search_engines.description', 'seo.meta_description', text),
  setting('search_engines.keywords', 'seo.meta_tags', text),
  setting('search_engines.address', 'seo.canonical_url', address),
  setting('search_engines.share_title', 'seo.og_title', text, {
    doc: 'search_engines: share_title, share_description and share_image, a picture in this folder, for shared links.',
  }),
  setting('search_engines.share_description', 'seo.og_description', text),
  setting(
    'search_engines.share_image',
    'seo.og_image',
    picture(() => 'share'),
  ),
  setting('search_engines.twitter', 'seo.twitter_handle', word, {
    doc: 'search_engines: { twitter: "@ourshop", twitter_card: summary_large_image } for links shared there.',
  }),
  setting('search_engines.twitter_card', 'seo.twitter_card_type', word),
  setting('map.tiles', 'map.tiles', tiles, {
    doc: 'map: { tiles: "https://tiles.example/{z}/{x}/{y}.png", attribution: © Tiles } are the pictures of the stores’ map.',
  }),
  setting('map.attribution', 'map.attribution', word),
  setting('apps.ios', 'app_links.ios', word, {
    doc: 'apps: { ios: https://…, android: https://… } are the addresses of the apps.',
  }),
  setting('apps.android', 'app_links.android', word),
];
