/** vouchers.yaml: vouchers that points or coins buy, or that the shop issues (docs/api.md#loyalty). */
import { VOUCHER_USES } from '@shop/core/loyalty/voucher';
import type { WalletKind } from '@shop/core/loyalty/wallet';
import { PROMOTION_CLASSES } from '@shop/core/promotions/promotion';
import * as v from 'valibot';
import {
  atLeastOne,
  type Codec,
  code,
  codec,
  filledWord,
  flag,
  list,
  NO_TEXT,
  picture,
  text,
} from '../../field-tables/codecs.ts';
import {
  derived,
  entryName,
  type Field,
  fieldsOfEntry,
  type ItemOf,
  optional,
  required,
  withDefault,
} from '../../field-tables/fields.ts';
import { type ListChange, listPart, sendKeys, writeStatement } from '../../field-tables/list-part.ts';
import { benefit, checkWindow, classes, conditions, onWeekdays, time } from './benefit.ts';
import { action } from './reward-action.ts';

/** `500 points` or `300 coins`. */
const cost = codec(
  v.pipe(
    v.string('must be such as "500 points"'),
    v.regex(/^[1-9]\d{0,7} (points|coins)$/, 'must be such as "500 points" or "300 coins"'),
    v.transform((words): { cost_kind: WalletKind; cost_amount: number } => ({
      cost_kind: words.endsWith('points') ? 'point' : 'store_credit',
      cost_amount: Number.parseInt(words, 10),
    })),
  ),
  ({ cost_kind, cost_amount }) =>
    cost_amount === 0 ? null : `${cost_amount} ${cost_kind === 'point' ? 'points' : 'coins'}`,
);

type CustomerLimit = { customer_limit: number | null; is_limit_monthly: boolean };

/** A number, or `1 per month`. */
const customerLimit = codec(
  v.union(
    [
      v.pipe(
        atLeastOne.schema,
        v.transform((limit): CustomerLimit => ({ customer_limit: limit, is_limit_monthly: false })),
      ),
      v.pipe(
        v.string(),
        v.regex(/^[1-9]\d{0,3} per month$/),
        v.transform((words): CustomerLimit => ({ customer_limit: Number.parseInt(words, 10), is_limit_monthly: true })),
      ),
    ],
    'must be a number of 1 or more, or such as "1 per month"',
  ),
  ({ customer_limit, is_limit_monthly }) => (is_limit_monthly ? `${customer_limit} per month` : customer_limit),
);

const usable = codec(
  v.pipe(
    v.array(v.picklist(VOUCHER_USES, 'must be online or store'), 'must be a list such as [online, store]'),
    v.minLength(1, 'must name online, store or both'),
  ),
);

/** Declares a list that has all of these values unless the file names some. */
const allUnlessNamed = <Value>(name: string, codecOfAll: Codec<Value[]>, all: readonly Value[]): Field<Value[]> => ({
  ...withDefault(name, codecOfAll, [...all]),
  write: (values) => ({ [name]: values.length === all.length ? null : (values as string[]) }),
});

/** Number of vouchers that one piece of the product issues. */
const productCount: Field<number> = {
  ...withDefault('per_product', atLeastOne, 1),
  read({ per_product, product }, { entry, report }) {
    if (per_product !== undefined && product === undefined) {
      report(`${entry}: per_product needs a product`, ['per_product']);
    }
    return per_product as number | undefined;
  },
};

/** Vouchers that a product or an action issues are not offered. */
const isOffered = ({ product_slug, issued_for }: { product_slug?: string | null; issued_for?: string | null }) =>
  !product_slug && !issued_for;

const VOUCHER_FIELDS = {
  /** Upper case. */
  code: entryName((name) => name.toUpperCase()),
  name: required('name', text),
  description: withDefault('description', text, NO_TEXT),
  terms: withDefault('terms', text, NO_TEXT),
  image: optional(
    'image',
    picture((entry) => `voucher.${entry}`),
  ),
  benefit,
  ...conditions,
  ...onWeekdays,
  ...fieldsOfEntry('cost', cost, ['cost_kind', 'cost_amount'], { cost_kind: 'point', cost_amount: 0 }),
  /** Days for which an issued voucher is valid; null: it never expires. */
  valid_days: optional('valid_days', atLeastOne),
  ...time,
  total_limit: optional('limit', atLeastOne),
  ...fieldsOfEntry('limit_per_customer', customerLimit, ['customer_limit', 'is_limit_monthly'], {
    customer_limit: null,
    is_limit_monthly: false,
  }),
  /** Codes; empty: everyone. */
  tiers: withDefault('tiers', list(code, 'must be a list of tiers'), []),
  usable: allUnlessNamed('usable', usable, VOUCHER_USES),
  /** Classes of coupons with which it can be combined. */
  with_coupons: allUnlessNamed('with_coupons', classes, PROMOTION_CLASSES),
  is_offered: derived('offered', flag, isOffered, {
    doc: 'offered: false: a voucher that customers cannot get themselves.',
  }),
  /** The action whose reward it is, such as a friend's first order. */
  issued_for: optional('issued_for', action),
  /** The voucher product that issues it, by slug. */
  product_slug: optional('product', filledWord),
  product_count: productCount,
  is_active: withDefault('active', flag, true, {
    doc: 'active: false: a voucher that is no longer issued. brands, weekdays and first_order_only as for promotions.',
  }),
};
export type VoucherSetup = ItemOf<typeof VOUCHER_FIELDS>;

/** Frees the products of these vouchers, so that another may take one. Values: codes. */
const clearProducts = writeStatement(
  'clearVoucherProducts',
  'update vouchers set product_slug = null where code = any ($1::text[]) and product_slug is not null',
);

/** Removes the counters of vouchers that no customer has. Values: codes. */
const removeCounts = writeStatement(
  'removeVoucherCounts',
  'delete from voucher_counts where voucher_id in (select id from vouchers where code = any ($1::text[]))',
);

export const vouchers = listPart({
  name: 'vouchers',
  table: 'vouchers',
  key: 'code',
  writeKey: (key) => key.toLowerCase(),
  fields: VOUCHER_FIELDS,
  sort: (a, b) => (a.code < b.code ? -1 : 1),
  /** Reports a product that several vouchers name: a product issues one kind of voucher. */
  check(items, place) {
    const owners = new Map<string, string>();
    for (const item of items) {
      const [name, product] = [item.code.toLowerCase(), item.product_slug];
      checkWindow(name, item, place);
      if (product !== null && owners.has(product)) {
        place.report(`${name}: ${owners.get(product)} has this product`, [name, 'product']);
      }
      if (product !== null) owners.set(product, name);
    }
  },
  isUsed: 'exists (select 1 from own_vouchers o where o.voucher_id = t.id)',
  retire: () => ({ product_slug: null, is_offered: false }),
  /** Frees products first, because a product issues one voucher at every moment and may pass to another voucher. */
  before: (tx, { changed }: ListChange<VoucherSetup>) =>
    sendKeys(
      tx,
      clearProducts,
      changed.map(({ code: each }) => each),
    ),
  beforeRemoval: (tx, codes) => sendKeys(tx, removeCounts, codes),
});
