/** The fields that promotions and vouchers share: what they take off, and under which conditions. */
import { type Benefit, PROMOTION_CLASSES } from '@shop/core/promotions/promotion';
import * as v from 'valibot';
import {
  atLeastOne,
  brands,
  type Codec,
  categories,
  type FilePlace,
  flag,
  list,
  moment,
  money,
  NO_TEXT,
  oneOf,
  text,
  weekdays,
} from '../../field-tables/codecs.ts';
import * as columns from '../../field-tables/columns.ts';
import { toRinggit } from '../../field-tables/documents.ts';
import { type Field, optional, withDefault } from '../../field-tables/fields.ts';

/** `10%`, or an amount in ringgit. */
const reduction = v.union(
  [
    v.pipe(
      v.string(),
      v.regex(/^([1-9]\d?|100) ?%$/),
      v.transform((words) => ({ percent: Number.parseInt(words, 10) })),
    ),
    v.pipe(
      money.schema,
      v.minValue(1),
      v.transform((amount) => ({ amount })),
    ),
  ],
  'must be an amount such as 5.00, or a share from 1% to 100%',
);

type BenefitDocument = {
  off?: v.InferOutput<typeof reduction>;
  up_to?: number;
  buy?: number;
  get?: number;
  free_delivery?: true;
};

/** Reads the discount; returns a text with the problem if it is invalid. */
function parseBenefit({ off, up_to, buy, get, free_delivery }: BenefitDocument): Benefit | string {
  const kinds = [free_delivery !== undefined, buy !== undefined || get !== undefined, off !== undefined];
  if (!kinds.includes(true)) return 'says nothing that it takes off: off, buy and get, or free_delivery';
  if (up_to !== undefined && !(off !== undefined && 'percent' in off && buy === undefined))
    return 'up_to needs off: 10%';
  if (free_delivery) return off || buy || get ? 'free_delivery stands alone' : { kind: 'free_delivery' };
  if (buy !== undefined || get !== undefined) {
    if (buy === undefined || get === undefined) return 'buy and get need each other';
    if (off !== undefined && 'amount' in off) return 'buy and get take a share off: off: 50%';
    return { kind: 'buy_x_get_y', buy, get, percent: off?.percent ?? 100 };
  }
  if (off === undefined) return 'says nothing that it takes off';
  if ('amount' in off) return { kind: 'fixed', amount: off.amount };
  return { kind: 'percentage', percent: off.percent, max_amount: up_to ?? null };
}

export const benefit: Field<Benefit> = {
  entries: {
    off: v.optional(reduction),
    up_to: v.optional(money.schema),
    buy: v.optional(atLeastOne.schema),
    get: v.optional(atLeastOne.schema),
    free_delivery: v.optional(v.literal(true, 'must be true, or left out')),
  },
  read(document, { entry, report }) {
    const parsed = parseBenefit(document);
    if (typeof parsed !== 'string') return parsed;
    report(`${entry}: ${parsed}`);
    return { kind: 'free_delivery' };
  },
  write(stored) {
    if (stored.kind === 'percentage') {
      return { off: `${stored.percent}%`, up_to: stored.max_amount === null ? null : toRinggit(stored.max_amount) };
    }
    if (stored.kind === 'fixed') return { off: toRinggit(stored.amount) };
    if (stored.kind === 'free_delivery') return { free_delivery: true };
    const { buy, get, percent } = stored;
    return { buy, get, off: percent === 100 ? null : `${percent}%` };
  },
  column: columns.plain,
};

/** Conditions on the carts to which a promotion or voucher applies. */
export const conditions = {
  min_spend: withDefault('min_spend', money, 0),
  /** The goods that count towards the minimum spend, such as "snacks"; empty: the whole cart. */
  goods: withDefault('goods', text, NO_TEXT, { column: columns.textOrNull }),
  categories: withDefault('categories', categories, []),
  brands: withDefault('brands', brands, []),
  first_order_only: withDefault('first_order_only', flag, false),
};

/** The time in which a promotion or voucher applies. */
export const time = {
  starts_at: optional('from', moment),
  ends_at: optional('to', moment),
};

/** 0 for Sunday; empty for every day. */
export const onWeekdays = { weekdays: withDefault('weekdays', weekdays, []) };

export const promotionClass = oneOf(PROMOTION_CLASSES);
export const classes: Codec<(typeof PROMOTION_CLASSES)[number][]> = list(
  promotionClass,
  `must be a list of ${PROMOTION_CLASSES.join(', ')}`,
);

/** Reports an end that is not after the start. */
export function checkWindow(
  name: string,
  { starts_at, ends_at }: { starts_at: string | null; ends_at: string | null },
  { report }: FilePlace,
): void {
  if (starts_at !== null && ends_at !== null && starts_at >= ends_at) {
    report(`${name}: ends before it begins`, [name, 'to']);
  }
}
