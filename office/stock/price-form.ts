/** The form of a product's prices: the edited values, and the request that is built from them. */
import type { RequestOf, ResponseOf } from '@shop/contract/api/client';
import { senToText, textToSen } from '@shop/core/money';
import { HOUR_MS } from '@shop/core/time';
import { isAmount } from '../ui/AmountField.tsx';

export type Prices = ResponseOf<'staff.prices'>['prices'];
export type PricedGoods = Prices['goods'][number];
type Sale = PricedGoods['sales'][number];
export type PriceBody = NonNullable<RequestOf<'staff.changePrices'>['body']>;

/** A promotion as typed; its times are values of datetime inputs, in Malaysian time. */
export type SaleFields = {
  key: string;
  price: string;
  starts: string;
  ends: string;
  isDeal: boolean;
  origin: Sale | null;
};

/** Edited values; values without an edit follow the shop's prices. */
export type PriceEdits = {
  prices: Readonly<Record<string, string>>;
  sales: Readonly<Record<string, readonly SaleFields[]>>;
  groups: Readonly<Record<string, string>>;
};
export const NO_EDITS: PriceEdits = { prices: {}, sales: {}, groups: {} };

export const goodsKeyOf = ({ variation_option_id }: PricedGoods): string => variation_option_id ?? 'product';

const MALAYSIA_MS = 8 * HOUR_MS;
const toInputTime = (iso: string): string => new Date(Date.parse(iso) + MALAYSIA_MS).toISOString().slice(0, 16);

/** Parses a typed time, with the seconds of `origin` if it was not edited. Null for an empty field. */
function parseInputTime(text: string, origin: string | null | undefined): string | null {
  if (text === '') return null;
  if (origin != null && toInputTime(origin) === text) return origin;
  return new Date(`${text}:00+08:00`).toISOString();
}

export const readSaleFields = (goods: PricedGoods): SaleFields[] =>
  goods.sales.map((sale) => ({
    key: `${sale.starts_at} ${sale.is_deal}`,
    price: senToText(sale.sale_price),
    starts: toInputTime(sale.starts_at),
    ends: sale.ends_at === null ? '' : toInputTime(sale.ends_at),
    isDeal: sale.is_deal,
    origin: sale,
  }));

export const createSaleFields = (): SaleFields => {
  return { key: crypto.randomUUID(), price: '', starts: '', ends: '', isDeal: false, origin: null };
};

/** Returns whether all typed values can be sent. Amounts of groups may be empty. */
export const areEditsComplete = ({ prices, sales, groups }: PriceEdits): boolean =>
  Object.values(prices).every(isAmount) &&
  Object.values(sales).every((rows) => rows.every(({ price }) => isAmount(price))) &&
  Object.values(groups).every((text) => text.trim() === '' || isAmount(text));

/** Builds the request from the values that differ from the shop's prices; null if none does. */
export function buildPriceBody(shop: Prices, edits: PriceEdits, reason: string): PriceBody | null {
  const goods = shop.goods.flatMap((each) => {
    const [price, sales] = [edits.prices[goodsKeyOf(each)]?.trim(), edits.sales[goodsKeyOf(each)]];
    const isPriced = price !== undefined && textToSen(price) !== each.price;
    if (!isPriced && sales === undefined) return [];
    return [
      {
        variation_option_id: each.variation_option_id,
        ...(isPriced && { price }),
        ...(sales !== undefined && {
          sales: sales.map(({ price, starts, ends, isDeal, origin }) => ({
            sale_price: price.trim(),
            starts_at: parseInputTime(starts, origin?.starts_at),
            ends_at: parseInputTime(ends, origin?.ends_at),
            is_deal: isDeal,
          })),
        }),
      },
    ];
  });
  const group_prices = shop.group_prices.flatMap(({ group, group_price }) => {
    const text = edits.groups[group]?.trim();
    if (text === undefined || (text === '' ? null : textToSen(text)) === group_price) return [];
    return [{ group, group_price: text === '' ? null : text }];
  });
  if (goods.length === 0 && group_prices.length === 0) return null;
  return { version: shop.version, reason: reason.trim(), goods, group_prices };
}

/** Builds the request that undoes a change: `shop` has the prices before it, `version` is the version after it. */
export function buildUndoBody(
  shop: Prices,
  { goods = [], group_prices = [] }: PriceBody,
  undo: { version: string; reason: string },
): PriceBody {
  return {
    ...undo,
    goods: goods.flatMap((changed) => {
      const former = shop.goods.find((each) => each.variation_option_id === (changed.variation_option_id ?? null));
      if (former === undefined) return [];
      return [
        {
          variation_option_id: former.variation_option_id,
          ...(changed.price !== undefined && { price: senToText(former.price) }),
          ...(changed.sales !== undefined && {
            sales: former.sales.map((sale) => ({ ...sale, sale_price: senToText(sale.sale_price) })),
          }),
        },
      ];
    }),
    group_prices: group_prices.flatMap(({ group }) => {
      const former = shop.group_prices.find((each) => each.group === group);
      if (former === undefined) return [];
      return [{ group, group_price: former.group_price === null ? null : senToText(former.group_price) }];
    }),
  };
}

/** Lists prices that another person has changed since the form was opened: name, old and new price. */
export function listOthersChanges(
  openedPrices: Prices,
  shop: Prices,
): { title: string; before: number | null; after: number | null; hasOtherSales: boolean }[] {
  const goods = shop.goods.flatMap((now) => {
    const then = openedPrices.goods.find((each) => goodsKeyOf(each) === goodsKeyOf(now));
    const hasOtherSales = JSON.stringify(then?.sales) !== JSON.stringify(now.sales);
    if (then?.price === now.price && !hasOtherSales) return [];
    return [{ title: now.title, before: then?.price ?? null, after: now.price, hasOtherSales }];
  });
  const groups = shop.group_prices.flatMap(({ group, group_price }) => {
    const before = openedPrices.group_prices.find((each) => each.group === group)?.group_price ?? null;
    return before === group_price ? [] : [{ title: group, before, after: group_price, hasOtherSales: false }];
  });
  return [...goods, ...groups];
}
