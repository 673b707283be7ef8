/**
 * Which products a list asks for, as parts of SQL: the list pattern's parameters over the columns of `product_listing`.
 * Every value is bound, never written into the text.
 */
import type { ProductQuery } from '@shop/contract/catalog';
import type { Condition, SearchFields, SearchTerm } from '@shop/contract/list';
import { parseSearch, parseSort } from '@shop/contract/list';
import type { Lang } from '@shop/core/lang';
import { textToSen } from '@shop/core/money';
import { isRefusal, refusal } from '@shop/core/refusal';
import type { Value } from '../db/database.ts';
import { refuseFields } from '../http/refuse.ts';
import { searchQuery } from './search-words.ts';

/** Conditions and order over the alias `l`, and the values that their parameters stand for. */
export type Choice = {
  where: string[];
  orderBy: string;
  values: Value[];
  /** The one category that is the only condition, so that its kept count is the total; 0 for the whole shop. */
  counted: number | null;
};

/** What the words of a list were, resolved against the tree. */
export type ChosenCategories = { ids: number[] } | null;

const CATALOGUE_ID = /^\d{1,18}$/;

const list = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const likePattern = (value: string): string => `%${value.replace(/[\\%_]/g, '\\$&')}%`;

/** Wrong values are named by the field that has them. */
function refuseValue(parameter: string, field: string, value: string): never {
  return refuseFields({ [parameter]: [refusal('list.bad_value', { field, value })] });
}

function idsOf(parameter: string, field: string, value: string): number[] {
  const parts = list(value);
  const wrong = parts.find((part) => !CATALOGUE_ID.test(part));
  if (wrong !== undefined) refuseValue(parameter, field, wrong);
  return parts.map(Number);
}

type Bind = (value: Value) => string;
type Field = {
  conditions: readonly [Condition, ...Condition[]];
  sql(bind: Bind, condition: Condition, value: string): string;
};

const oneOf = (column: string): Field => ({
  conditions: ['=', 'in'],
  sql: (bind, condition, value) => `${column} = any (${bind(condition === 'in' ? list(value) : [value])}::text[])`,
});

const anyOf = (column: string): Field => ({
  conditions: ['in', '='],
  sql: (bind, condition, value) => `${column} && ${bind(condition === 'in' ? list(value) : [value])}::text[]`,
});

const brandSlug: Field = {
  conditions: ['in', '='],
  sql: (bind, condition, value) =>
    `l.brand_id in (select id from brands where slug = any (${bind(condition === 'in' ? list(value) : [value])}::text[]))`,
};

const priceField: Field = {
  conditions: ['=', 'between'],
  sql: (bind, condition, value) => {
    const amounts = (condition === 'between' ? value.split(',') : [value]).map((part) => textToSen(part.trim()));
    const [low, high = low] = amounts;
    if (low === null || low === undefined || high === null || high === undefined) {
      return refuseValue('search', 'price', value);
    }
    return `l.price_now between ${bind(low)}::bigint and ${bind(high)}::bigint`;
  },
};

/** The allow-list of `search` on products. */
const FIELDS: Readonly<Record<string, Field>> = {
  id: {
    conditions: ['=', 'in'],
    sql: (bind, _, value) => `l.product_id = any (${bind(idsOf('search', 'id', value))}::bigint[])`,
  },
  slug: oneOf('l.slug'),
  name: {
    conditions: ['like', '='],
    sql: (bind, condition, value) => {
      const text = value.normalize('NFKC').toLowerCase();
      return condition === 'like'
        ? `l.names like ${bind(likePattern(text))}`
        : `${bind(text)} = any (string_to_array(l.names, chr(10)))`;
    },
  },
  'type.slug': oneOf('l.type'),
  'categories.slug': {
    conditions: ['in', '='],
    sql: (bind, condition, value) =>
      `l.category_ids && array(select id from categories where slug = any (${bind(condition === 'in' ? list(value) : [value])}::text[]))`,
  },
  'brand.slug': brandSlug,
  brand: brandSlug,
  'tags.slug': anyOf('l.tag_slugs'),
  tags: anyOf('l.tag_slugs'),
  'dietary.slug': anyOf('l.dietary_slugs'),
  dietary: anyOf('l.dietary_slugs'),
  price: priceField,
};

const ALLOWED: SearchFields = Object.fromEntries(
  Object.entries(FIELDS).map(([name, field]) => [name, field.conditions]),
);

/** Words that must all be there; without any word in what was typed, nothing is found. */
function textCondition(bind: Bind, typed: string): { sql: string; rank: string | null } {
  const query = searchQuery(typed);
  if (query === null) return { sql: 'false', rank: null };
  const parameter = `${bind(query)}::tsquery`;
  return { sql: `l.search @@ ${parameter}`, rank: `ts_rank(l.search, ${parameter})` };
}

function searchConditions(bind: Bind, query: ProductQuery): string[] {
  const search = parseSearch(query, ALLOWED);
  if (isRefusal(search)) return refuseFields({ [search.field ?? 'search']: [search] });
  const parts = search.terms.map(({ field, condition, value }: SearchTerm) => {
    return FIELDS[field]?.sql(bind, condition, value) ?? 'false';
  });
  parts.push(...search.free.map((text) => textCondition(bind, text).sql));
  return parts.length === 0 ? [] : [`(${parts.join(search.join === 'and' ? ' and ' : ' or ')})`];
}

/** The shop's own order: featured products first, then what sells best. */
export const DEFAULT_ORDER = 'l.featured, l.sales_count desc, l.product_id';

const SORTS = ['price', 'name', 'created_at', 'best_sellers', 'featured', 'most_order'] as const;

/**
 * The order of a list. `price`, `name` and `created_at` are columns, ascending unless said; `best_sellers` and
 * `most_order` are ranks, best first unless `asc` is asked for; `featured` always begins with the featured.
 */
function orderOf(query: ProductQuery, lang: Lang): string | null {
  const sorts = parseSort(query, SORTS);
  if (isRefusal(sorts)) return refuseFields({ [sorts.field ?? 'orderBy']: [sorts] });
  if (sorts.length === 0) return null;
  const isSaid = query.sortedBy !== undefined && query.sortedBy !== '';
  const parts = sorts.map(({ column, direction }) => {
    if (column === 'price') return `l.price_now ${direction}`;
    if (column === 'name') return `${lang === 'zh' ? 'l.name_key_zh' : 'l.name_key_en'} ${direction}`;
    if (column === 'created_at') return `l.created_at ${direction}`;
    if (column === 'featured') return 'l.featured, l.sales_count desc';
    return `${column === 'most_order' ? 'l.orders_count' : 'l.sales_count'} ${isSaid ? direction : 'desc'}`;
  });
  // Equal rows keep one order; in the direction of the first column, so that one index serves the whole order.
  const tie = parts[0]?.endsWith(' desc') && !parts[0].includes(',') ? 'l.product_id desc' : 'l.product_id';
  return [...parts, tie].join(', ');
}

/**
 * What a list's query asks for. `categories` are its category parameters, resolved (null where it names none);
 * `ownOrder` is the order where the query asks for none. Refuses with 422 and the parameter's name.
 */
export function chooseListings(
  query: ProductQuery,
  lang: Lang,
  categories: ChosenCategories,
  ownOrder: string = DEFAULT_ORDER,
): Choice {
  const values: Value[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const where: string[] = [];
  if (categories !== null) {
    where.push(
      categories.ids.length === 1
        ? `l.category_ids @> array[${bind(categories.ids[0] ?? 0)}::bigint]`
        : `l.category_ids && ${bind(categories.ids)}::bigint[]`,
    );
  }
  const counted = categories === null ? 0 : categories.ids.length === 1 ? (categories.ids[0] ?? null) : null;
  const byCategoryAlone = where.length;

  if (query.brand_id) where.push(`l.brand_id = any (${bind(idsOf('brand_id', 'brand_id', query.brand_id))}::bigint[])`);
  if (query.tagged_name) {
    const names = bind(list(query.tagged_name.toLowerCase()));
    where.push(`l.tag_slugs && array(select t.slug from tags t
      where t.slug = any (${names}::text[]) or lower(t.name_en) = any (${names}::text[]) or t.name_zh = any (${names}::text[]))`);
  }
  if (query.dietary) where.push(`l.dietary_slugs && ${bind(list(query.dietary))}::text[]`);
  if (query.min_price !== undefined) where.push(`l.price_now >= ${bind(query.min_price)}`);
  if (query.max_price !== undefined) where.push(`l.price_now <= ${bind(query.max_price)}`);
  if (query.on_sale === true) where.push('l.on_sale');
  if (query.show_available === true) where.push('l.in_stock');
  const text = query.keyword?.trim() ? textCondition(bind, query.keyword) : null;
  if (text) where.push(text.sql);
  where.push(...searchConditions(bind, query));

  const relevance = text?.rank ? `${text.rank} desc, l.sales_count desc, l.product_id` : null;
  return {
    where,
    orderBy: orderOf(query, lang) ?? relevance ?? ownOrder,
    values,
    counted: where.length === byCategoryAlone ? counted : null,
  };
}

/** The ids that `category_id` names. */
export const categoryIdsOf = (value: string): number[] => idsOf('category_id', 'category_id', value);
