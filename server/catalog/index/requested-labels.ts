/** Finds the categories and brands that the list parameters name. */
import type { ProductQuery } from '@shop/contract/catalog';
import { refusal } from '@shop/core/refusal';
import { refuseFields } from '../../refuse.ts';
import { type Labels, resolveCategorySlugs } from './labels.ts';

const CATALOGUE_ID = /^\d{1,18}$/;

/** Splits a comma-separated value into trimmed parts, without empty ones. */
export const splitCommas = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Parses comma-separated ids. Refuses a wrong one with 422 and the parameter's name. */
export function parseCatalogueIds(parameter: string, field: string, value: string): number[] {
  const parts = splitCommas(value);
  const wrong = parts.find((part) => !CATALOGUE_ID.test(part));
  if (wrong !== undefined) refuseFields({ [parameter]: [refusal('list.bad_value', { field, value: wrong })] });
  return parts.map(Number);
}

/** Finds the ids of the categories that `category_slugs` and `category_id` name; null without either. */
export function parseRequestedCategories(
  labels: Labels,
  query: Pick<ProductQuery, 'category_slugs' | 'category_id'>,
): number[] | null {
  if (!query.category_slugs && !query.category_id) return null;
  const byId = query.category_id ? parseCatalogueIds('category_id', 'category_id', query.category_id) : null;
  if (!query.category_slugs) return byId;
  const slugs = query.category_slugs.split(',').map((slug) => slug.trim());
  const bySlug = resolveCategorySlugs(labels.categories, slugs).map(({ id }) => id);
  return byId === null ? bySlug : bySlug.filter((id) => byId.includes(id));
}

/** Parses the ids of the brands that `brand_id` names. */
export const parseRequestedBrands = (query: Pick<ProductQuery, 'brand_id'>): number[] =>
  query.brand_id ? parseCatalogueIds('brand_id', 'brand_id', query.brand_id) : [];
