/** promotions.yaml: coupons, and promotions that apply without a code (docs/api.md#promotions). */
import { type Benefit, chooseDefaultClass } from '@shop/core/promotions/promotion';
import * as v from 'valibot';
import { atLeastOne, codec, flag, text } from '../../field-tables/codecs.ts';
import { derived, entryName, type ItemOf, optional, required, withDefault } from '../../field-tables/fields.ts';
import { type ListChange, listPart, sendKeys, writeStatement } from '../../field-tables/list-part.ts';
import { benefit, checkWindow, classes, conditions, onWeekdays, promotionClass, time } from './benefit.ts';

/** A coupon code as shoppers type it; case does not matter. */
const couponCode = codec(
  v.pipe(
    v.string('must be a text; put it in quotes'),
    v.toUpperCase(),
    v.regex(/^[A-Z0-9-]{2,32}$/, 'must be 2 to 32 letters, digits and dashes'),
  ),
);

const PROMOTION_FIELDS = {
  key: entryName(),
  name: required('name', text),
  /** Upper case; null applies without a code. */
  code: optional('code', couponCode),
  benefit,
  class: derived('class', promotionClass, (item: { benefit: Benefit }) => chooseDefaultClass(item.benefit)),
  ...conditions,
  referred_only: withDefault('referred_only', flag, false),
  ...onWeekdays,
  ...time,
  combines_with: withDefault('combines_with', classes, []),
  usage_limit: optional('limit', atLeastOne),
  customer_limit: optional('limit_per_customer', atLeastOne),
  is_active: withDefault('active', flag, true, { doc: 'active: false: a promotion that is not offered.' }),
};
export type PromotionSetup = ItemOf<typeof PROMOTION_FIELDS>;

/** Frees the codes of these promotions, so that another may take one. Values: keys. */
const clearCodes = writeStatement(
  'clearPromotionCodes',
  'update promotions set code = null where key = any ($1::text[])',
);

/** Removes the counters of promotions that no order uses now. Values: keys. */
const removeCounts = writeStatement(
  'removePromotionCounts',
  'delete from promotion_counts where promotion_id in (select id from promotions where key = any ($1::text[]))',
);

export const promotions = listPart({
  name: 'promotions',
  table: 'promotions',
  key: 'key',
  fields: PROMOTION_FIELDS,
  sort: (a, b) => (a.key < b.key ? -1 : 1),
  /** Reports a code that belongs to another promotion, including those that the folder does not name. */
  check(items, place, { others }) {
    const owners = new Map(others.flatMap(({ code, key }) => (code === null ? [] : [[code, key]])));
    for (const item of items) {
      const { key, code } = item;
      if ((item.class === 'delivery') !== (item.benefit.kind === 'free_delivery')) {
        place.report(`${key}: only free_delivery is of class delivery, and of no other`, [key, 'class']);
      }
      if (code !== null && owners.has(code)) {
        place.report(`${key}: the code ${code} belongs to ${owners.get(code)}`, [key, 'code']);
      }
      if (code !== null) owners.set(code, key);
      checkWindow(key, item, place);
    }
  },
  isUsed: `exists (select 1 from promotion_uses u where u.promotion_id = t.id) or exists (
    select 1 from orders o where o.promotions @> jsonb_build_array(jsonb_build_object('id', t.id::text)))`,
  retire: ({ code }, setup: { promotions: readonly PromotionSetup[] }) => ({
    code: setup.promotions.some((each) => each.code === code) ? null : code,
  }),
  /**
   * Frees codes first, because they are unique at every moment: one promotion may take the code of another that changes
   * or goes.
   */
  async before(tx, { changed, current, lost }: ListChange<PromotionSetup>) {
    const codes = new Map(current.map(({ key, code }) => [key, code]));
    const recoded = changed.filter(({ key, code }) => codes.get(key) !== code).map(({ key }) => key);
    if (recoded.length > 0) await sendKeys(tx, clearCodes, [...recoded, ...lost]);
  },
  beforeRemoval: (tx, keys) => sendKeys(tx, removeCounts, keys),
});
