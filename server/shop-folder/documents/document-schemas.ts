/** Checks a folder's documents and turns them into a setup. A reason never repeats the place: the caller names it. */
import { HOME_SECTIONS } from '@shop/contract/settings';
import { BACKDROPS } from '@shop/core/catalog/backdrops';
import { STORAGE_KINDS } from '@shop/core/delivery/storage';
import { LANGS } from '@shop/core/lang';
import { STREAK_DAYS } from '@shop/core/loyalty/check-in';
import { VOUCHER_USES } from '@shop/core/loyalty/voucher';
import { REWARD_ACTIONS, type RewardAction, type WalletKind } from '@shop/core/loyalty/wallet';
import { textToSen } from '@shop/core/money';
import { PROMOTION_CLASSES } from '@shop/core/promotions/promotion';
import * as v from 'valibot';
import { TRACKER_IDS } from '../../config.ts';
import { isReadableAccent } from '../../content/accent-styles.ts';
import { packs } from '../../import/pictures/picture-address.ts';
import type { ImageSpec } from '../../media/image-spec.ts';
import { GATEWAYS } from '../../partners/payment-gateway.ts';
import type { Text } from '../shop-setup.ts';
import { DAYS } from './documents.ts';

const word = v.pipe(v.string('must be a text; put it in quotes'), v.trim());
const filled = v.pipe(word, v.minLength(1, 'must not be empty'));
const count = v.pipe(v.number('must be a number'), v.integer('must be a whole number'), v.minValue(0, 'is below zero'));
const atLeastOne = v.pipe(count, v.minValue(1, 'must be 1 or more'));
const wholePercent = v.pipe(count, v.maxValue(100, 'must be 100 or less'));
const flag = v.boolean('must be true or false');

/** A text in one language, or in both as `{ en: …, zh: … }`. */
const text = v.union(
  [
    v.pipe(
      filled,
      v.transform((en): Text => ({ en, zh: null })),
    ),
    v.pipe(
      v.strictObject({ en: filled, zh: v.optional(filled) }),
      v.transform(({ en, zh }): Text => ({ en, zh: zh ?? null })),
    ),
  ],
  'must be a text, or { en: English, zh: Chinese }',
);

/** Ringgit such as `8`, `8.00` or `RM8.00`, as sen. */
const money = v.pipe(
  v.union([v.number(), v.string()], 'must be an amount such as 8.00'),
  v.transform((amount) => {
    if (typeof amount === 'string') return textToSen(amount.replace(/^RM\s*/i, '').trim());
    const sen = Math.round(amount * 100);
    return Math.abs(amount * 100 - sen) < 1e-6 ? sen : null;
  }),
  v.number('must be an amount such as 8.00: ringgit, with two decimals at most'),
  v.minValue(0, 'is below zero'),
  v.maxValue(9_999_999, 'is above RM99,999.99'),
);

/** `2 h` or `45 min`, as minutes. */
const duration = v.pipe(
  v.string('must be such as "2 h" or "45 min"'),
  v.regex(/^\d{1,4} ?(h|min)$/, 'must be such as "2 h" or "45 min"'),
  v.transform((words) => Number.parseInt(words, 10) * (words.endsWith('h') ? 60 : 1)),
);

/** `10:00-12:00`, as minutes after midnight. */
const span = v.pipe(
  v.string('must be such as "10:00-12:00"'),
  v.regex(/^([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be such as "10:00-12:00"'),
  v.transform((words) => {
    const [starts = 0, ends = 0] = words
      .split('-')
      .map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)));
    return { starts_minute: starts, ends_minute: ends };
  }),
  v.check(({ starts_minute, ends_minute }) => starts_minute < ends_minute, 'ends before it begins'),
);

/** A time with its zone, or a Malaysian day or time, as UTC. */
const moment = v.pipe(
  v.string('must be a time such as "2026-12-01 08:00"'),
  v.transform((words) => {
    const local = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d))?$/.exec(words);
    const at = new Date(local === null ? words : `${local[1]}T${local[2] ?? '00:00'}:00+08:00`);
    return Number.isNaN(at.getTime()) ? null : at.toISOString();
  }),
  v.string('must be a time such as "2026-12-01 08:00"'),
);

const code = v.pipe(v.string(), v.regex(/^[a-z0-9]+([-_][a-z0-9]+)*$/, 'must be small letters, digits and dashes'));

/** A file of the folder, or the data of a drawn image. */
export type NamedImage = { file: string } | { drawing: ImageSpec };

const image = v.union(
  [
    v.pipe(
      v.string(),
      v.regex(/^[\w.-]+\.(png|jpe?g|webp|avif|gif)$/i, 'must name a PNG, JPEG, WebP, AVIF or GIF file of the folder'),
      v.transform((file): NamedImage => ({ file })),
    ),
    v.pipe(
      v.strictObject({ kind: v.literal('banner'), scene: code, packs, format: v.picklist(['wide', 'tile']) }),
      v.transform((spec): NamedImage => ({ drawing: spec as ImageSpec })),
    ),
    v.pipe(
      v.strictObject({ kind: v.literal('logo') }),
      v.transform((drawing): NamedImage => ({ drawing })),
    ),
  ],
  'must name a PNG, JPEG, WebP, AVIF or GIF file of the folder',
);

const keyed = <Schema extends v.GenericSchema>(schema: Schema) => v.record(code, schema, 'must be entries by name');

const colour = v.pipe(
  v.string('must be a colour such as "#1c7a3f"'),
  v.regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as "#1c7a3f"'),
  v.toLowerCase(),
  v.check(
    isReadableAccent,
    'is too light: neither white text on it nor text in it would be readable (4.5:1); take a darker one',
  ),
);

/** Ids of the trackers that pages load after consent; `none` turns those of the environment off, too. */
const trackers = v.union(
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
);

const optional = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(schema);

const rate = v.strictObject({
  fee: money,
  bands: optional(
    v.array(
      v.strictObject({ from: optional(money), from_grams: optional(count), fee: money }),
      'must be a list of bands such as { from_grams: 10000, fee: 12.00 }',
    ),
  ),
  free_from: optional(money),
  free_up_to: optional(money),
  free_from_items: optional(count),
  free_up_to_items: optional(count),
  free_from_grams: optional(count),
  free_up_to_grams: optional(count),
  free_also: optional(
    v.array(
      v.strictObject({
        from: optional(money),
        up_to: optional(money),
        from_items: optional(count),
        up_to_items: optional(count),
        from_grams: optional(count),
        up_to_grams: optional(count),
      }),
      'must be a list of rules such as { from_items: 20 }',
    ),
  ),
});
export type RateDocument = v.InferOutput<typeof rate>;

/** `50000-59999`, or one postcode. YAML reads a postcode without quotes as a number. */
const postcodes = v.pipe(
  v.union([v.string(), v.number()], 'must be such as "50000-59999" or "43000"'),
  v.transform(String),
  v.regex(
    /^\d{5}( ?- ?\d{5})?$/,
    'must be five digits such as "43000", or a range such as "50000-59999"; put it in quotes',
  ),
  v.transform((words) => ({ first: words.slice(0, 5), last: words.slice(-5) })),
  v.check(({ first, last }) => first <= last, 'ends before it begins'),
);

/** Goods by slug, or because they are bulky. */
const goods = v.strictObject({
  bulky: optional(flag),
  categories: optional(v.array(filled, 'must be a list of categories')),
  brands: optional(v.array(filled, 'must be a list of brands')),
  products: optional(v.array(filled, 'must be a list of products')),
});

const zoneCodes = v.array(filled, 'must be a list of zones');

const slot = v.strictObject({
  time: span,
  zones: optional(zoneCodes),
  places: atLeastOne,
  items: optional(count),
  bulky: optional(count),
  closes: optional(duration),
  fee: optional(money),
});

/** `10%`, or an amount in ringgit. */
const reduction = v.union(
  [
    v.pipe(
      v.string(),
      v.regex(/^([1-9]\d?|100) ?%$/),
      v.transform((words) => ({ percent: Number.parseInt(words, 10) })),
    ),
    v.pipe(
      money,
      v.minValue(1),
      v.transform((amount) => ({ amount })),
    ),
  ],
  'must be an amount such as 5.00, or a share from 1% to 100%',
);

/** A coupon code as shoppers type it; case does not matter. */
const couponCode = v.pipe(
  v.string('must be a text; put it in quotes'),
  v.toUpperCase(),
  v.regex(/^[A-Z0-9-]{2,32}$/, 'must be 2 to 32 letters, digits and dashes'),
);

const holiday = v.strictObject({
  date: v.pipe(v.string('must be a day such as 2026-12-25'), v.isoDate('must be a day such as 2026-12-25')),
  name: text,
  zones: optional(zoneCodes),
  times: optional(v.array(span, 'must be a list such as [ 18:00-24:00 ]')),
});

/** The benefit of a promotion or voucher. */
const benefit = {
  off: optional(reduction),
  up_to: optional(money),
  buy: optional(atLeastOne),
  get: optional(atLeastOne),
  free_delivery: optional(v.literal(true, 'must be true, or left out')),
};

/** When a promotion or voucher applies. */
const conditions = {
  min_spend: optional(money),
  goods: optional(text),
  categories: optional(v.array(filled, 'must be a list of categories')),
  brands: optional(v.array(filled, 'must be a list of brands')),
  first_order_only: optional(flag),
  weekdays: optional(
    v.array(
      v.pipe(
        v.picklist(DAYS, `must be one of ${DAYS.join(', ')}`),
        v.transform((day) => DAYS.indexOf(day)),
      ),
      'must be a list of days such as [Fri, Sat]',
    ),
  ),
  from: optional(moment),
  to: optional(moment),
};

const classes = v.array(
  v.picklist(PROMOTION_CLASSES, `must be one of ${PROMOTION_CLASSES.join(', ')}`),
  `must be a list of ${PROMOTION_CLASSES.join(', ')}`,
);

const actions = Object.keys(REWARD_ACTIONS) as RewardAction[];
const action = v.picklist(actions, `must be one of ${actions.join(', ')}`);

/** Points per ringgit, with two decimals at most, as hundredths. */
const pointsRate = v.pipe(
  v.number('must be a number such as 1.25'),
  v.minValue(0, 'is below zero'),
  v.maxValue(100, 'must be 100 or less'),
  v.check((points) => Math.abs(points * 100 - Math.round(points * 100)) < 1e-6, 'must have two decimals at most'),
  v.transform((points) => Math.round(points * 100)),
);

/** A factor above 1 on points, with two decimals at most, as hundredths. */
const pointsTimes = v.pipe(pointsRate, v.minValue(101, 'must be above 1'), v.maxValue(1_000, 'must be 10 or less'));

/** Whole points or coins, or those of each day of check-ins in a row. */
const reward = v.union(
  [
    v.pipe(
      atLeastOne,
      v.transform((amount) => [amount]),
    ),
    v.pipe(v.array(count), v.minLength(1), v.maxLength(STREAK_DAYS)),
  ],
  `must be a number of 1 or more, or for checkin a list of up to ${STREAK_DAYS}`,
);

/** `500 points` or `300 coins`. */
const cost = v.pipe(
  v.string('must be such as "500 points"'),
  v.regex(/^[1-9]\d{0,7} (points|coins)$/, 'must be such as "500 points" or "300 coins"'),
  v.transform((words): { kind: WalletKind; amount: number } => ({
    kind: words.endsWith('points') ? 'point' : 'store_credit',
    amount: Number.parseInt(words, 10),
  })),
);

/** A number, or `1 per month`. */
const customerLimit = v.union(
  [
    v.pipe(
      atLeastOne,
      v.transform((limit) => ({ limit, isMonthly: false })),
    ),
    v.pipe(
      v.string(),
      v.regex(/^[1-9]\d{0,3} per month$/),
      v.transform((words) => ({ limit: Number.parseInt(words, 10), isMonthly: true })),
    ),
  ],
  'must be a number of 1 or more, or such as "1 per month"',
);

const RULES = ['best_sellers', 'deals', 'popular', 'bundles', 'newest', 'category', 'picked'] as const;

/** One schema for each document of the folder. */
export const SCHEMAS = {
  shop: v.strictObject({
    name: optional(text),
    subtitle: optional(text),
    company: optional(
      v.strictObject({
        name: optional(word),
        registration_no: optional(text),
        founded: optional(count),
        outlets: optional(text),
      }),
    ),
    contact: optional(
      v.strictObject({
        email: optional(word),
        phone: optional(word),
        whatsapp: optional(word),
        address: optional(text),
      }),
    ),
    office_hours: optional(text),
    prices_note: optional(text),
    announcement: optional(v.strictObject({ text: optional(text), highlight: optional(text), link: optional(word) })),
    logo: optional(image),
    icon: optional(image),
    accent: optional(colour),
    trackers: optional(trackers),
    languages: optional(
      v.pipe(
        v.array(v.picklist(LANGS, 'must be en or zh')),
        v.check((languages) => languages.includes('en'), 'must contain en: every text has English'),
      ),
    ),
    category_size: optional(count),
    search_engines: optional(
      v.strictObject({
        title: optional(text),
        description: optional(text),
        keywords: optional(text),
        address: optional(v.pipe(filled, v.url('must be an address such as https://shop.example/'))),
        share_title: optional(text),
        share_description: optional(text),
        share_image: optional(image),
        twitter: optional(word),
        twitter_card: optional(word),
      }),
    ),
    apps: optional(v.strictObject({ ios: optional(word), android: optional(word) })),
  }),
  delivery: v.strictObject({
    zones: optional(
      keyed(
        v.strictObject({
          name: text,
          states: optional(v.array(filled, 'must be a list of states')),
          postcodes: optional(v.array(postcodes, 'must be a list such as [ "50000-59999" ]')),
        }),
      ),
    ),
    methods: optional(
      keyed(
        v.strictObject({
          name: text,
          description: optional(text),
          class: optional(v.picklist(['standard', 'chilled', 'bulky'], 'must be standard, chilled or bulky')),
          carries: optional(
            v.array(
              v.picklist(STORAGE_KINDS, `must be one of ${STORAGE_KINDS.join(', ')}`),
              'must be a list such as [frozen]',
            ),
          ),
          active: optional(flag),
          fees: keyed(rate),
          slots: optional(v.array(slot, 'must be a list of slots')),
        }),
      ),
    ),
    holidays: optional(v.array(holiday, 'must be a list of days')),
    bag_fee: optional(
      v.strictObject({
        enabled: optional(flag),
        fee: optional(money),
        states: optional(v.record(v.string(), money, 'must be a fee for each state')),
        name: optional(text),
      }),
    ),
    free_shipping_excludes: optional(goods),
    free_shipping_blocked_by: optional(goods),
    unknown_weight_grams: optional(count),
    tips: optional(v.array(money, 'must be a list of amounts')),
    free_shipping_bar: optional(v.strictObject({ in_cart: optional(flag), in_topbar: optional(flag) })),
    bulky_max_per_order: optional(count),
    frozen_categories: optional(v.array(filled, 'must be a list of categories')),
  }),
  payments: keyed(
    v.strictObject({
      name: text,
      note: optional(text),
      gateway: optional(v.picklist(GATEWAYS, `must be one of ${GATEWAYS.join(', ')}`)),
      channels: optional(
        v.array(
          v.strictObject({ id: v.pipe(count, v.transform(String)), name: text }),
          'must be a list of { id, name }',
        ),
      ),
      active: optional(flag),
    }),
  ),
  promotions: keyed(
    v.strictObject({
      name: text,
      code: optional(couponCode),
      ...benefit,
      class: optional(v.picklist(PROMOTION_CLASSES, `must be one of ${PROMOTION_CLASSES.join(', ')}`)),
      ...conditions,
      referred_only: optional(flag),
      combines_with: optional(classes),
      limit: optional(atLeastOne),
      limit_per_customer: optional(atLeastOne),
      active: optional(flag),
    }),
  ),
  vouchers: keyed(
    v.strictObject({
      name: text,
      description: optional(text),
      terms: optional(text),
      image: optional(image),
      ...benefit,
      ...conditions,
      cost: optional(cost),
      valid_days: optional(atLeastOne),
      limit: optional(atLeastOne),
      limit_per_customer: optional(customerLimit),
      tiers: optional(v.array(code, 'must be a list of tiers')),
      usable: optional(
        v.pipe(
          v.array(v.picklist(VOUCHER_USES, 'must be online or store'), 'must be a list such as [online, store]'),
          v.minLength(1, 'must name online, store or both'),
        ),
      ),
      with_coupons: optional(classes),
      offered: optional(flag),
      issued_for: optional(action),
      product: optional(filled),
      per_product: optional(atLeastOne),
      active: optional(flag),
    }),
  ),
  loyalty: v.strictObject({
    enabled: optional(flag),
    points_per_ringgit: optional(atLeastOne),
    min_points: optional(count),
    max_points_percent: optional(wholePercent),
    max_coins_percent: optional(wholePercent),
    pending_days: optional(count),
    point_months: optional(atLeastOne),
    grace_days: optional(count),
    referrals_per_month: optional(count),
    max_till_amount: optional(money),
    excluded_categories: optional(v.array(filled, 'must be a list of categories')),
    tiers: optional(
      keyed(v.strictObject({ name: text, spend: optional(money), rate: pointsRate, price_group: optional(code) })),
    ),
    rewards: optional(
      keyed(
        v.strictObject({
          for: optional(action),
          points: optional(reward),
          coins: optional(reward),
          times: optional(pointsTimes),
          min_spend: optional(money),
          tier: optional(code),
          from: optional(moment),
          to: optional(moment),
        }),
      ),
    ),
  }),
  collections: keyed(
    v.strictObject({
      name: text,
      by: v.picklist(RULES, `must be one of ${RULES.join(', ')}`),
      categories: optional(v.array(filled, 'must be a list of categories')),
      limit: optional(atLeastOne),
      from: optional(moment),
      to: optional(moment),
      products: optional(v.array(filled, 'must be a list of products')),
    }),
  ),
  home: v.strictObject({
    sections: optional(
      v.pipe(
        v.array(v.picklist(HOME_SECTIONS, `must be one of ${HOME_SECTIONS.join(', ')}`), 'must be a list'),
        v.check((sections) => new Set(sections).size === sections.length, 'names a section twice'),
      ),
    ),
    moods: optional(
      v.array(
        v.strictObject({
          tag: filled,
          name: text,
          text: text,
          backdrop: v.picklist(BACKDROPS, `must be one of ${BACKDROPS.join(', ')}`),
        }),
        'must be a list of moods',
      ),
    ),
  }),
  search: v.strictObject({
    synonyms: optional(
      v.array(
        v.pipe(
          filled,
          v.transform((words) => words.split('=').map((term) => term.trim())),
          v.check((terms) => terms.length > 1 && terms.every((term) => term !== ''), 'must be such as "noodles = mee"'),
        ),
        'must be a list of lines such as "noodles = mee"',
      ),
    ),
  }),
  banners: keyed(
    v.strictObject({
      title: text,
      text: optional(text),
      button: text,
      link: v.pipe(filled, v.regex(/^\/(?!\/)/, 'must be a path of the shop such as /products')),
      colours: optional(code),
      image,
      tile: optional(image),
      active: optional(flag),
      from: optional(moment),
      to: optional(moment),
    }),
  ),
} as const;

export type ReadDocuments = { [Part in keyof typeof SCHEMAS]?: v.InferOutput<(typeof SCHEMAS)[Part]> };

/** The head of a page: `title`, `description` and the day of its last change. */
export const pageHead = v.strictObject({
  title: filled,
  description: optional(word),
  updated: optional(
    v.pipe(v.string('must be a day such as 2026-12-01'), v.isoDate('must be a day such as 2026-12-01')),
  ),
  position: optional(count),
});
