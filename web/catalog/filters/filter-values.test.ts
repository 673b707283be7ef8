import type { Facets } from '@shop/contract/catalog';
import { EMPTY_LIST_STATE, formatListState } from '@shop/core/links/list-state';
import { describe, expect, it } from 'vitest';
import { aisles } from '../../testing/api-responses.ts';
import {
  isValueDisabled,
  listBrandValues,
  listCategoryValues,
  listDietaryValues,
  listOfferValues,
  listPromotedValues,
  pickFirstValues,
} from './filter-values.ts';

const facetValue = (slug: string, count: number) => ({ id: slug, slug, name: slug.toUpperCase(), count });

const facets: Facets = {
  total: 12,
  brands: [facetValue('1', 3), facetValue('2', 0), facetValue('3', 9)],
  categories: [{ ...facetValue('snacks', 5), parent: null }],
  dietary: [facetValue('halal', 4), facetValue('vegan', 8), facetValue('organic', 0)],
  price: null,
  on_sale: 2,
  in_stock: 0,
};

const WORDS = { on_sale: 'On sale', in_stock: 'In stock' };

describe('docs/ux.md#rule-8: "Filters combine with OR inside a group and AND across groups"', () => {
  it('each value links to the first page of the list with it added', () => {
    const listing = { ...EMPTY_LIST_STATE, brands: ['1'], dietary: ['halal'], page: 3 };
    expect(listBrandValues(listing, facets).map(({ next }) => formatListState(next))).toEqual([
      '?dietary=halal',
      '?brand=1,2&dietary=halal',
      '?brand=1,3&dietary=halal',
    ]);
    expect(listDietaryValues(listing, facets).map(({ checked }) => checked)).toEqual([true, false, false]);
  });

  it('"zero-count values disabled, not removed"; a selected value can always be removed', () => {
    expect(listBrandValues(EMPTY_LIST_STATE, facets).map(isValueDisabled)).toEqual([false, true, false]);
    expect(listBrandValues({ ...EMPTY_LIST_STATE, brands: ['2'] }, facets).map(isValueDisabled)).toEqual([
      false,
      false,
      false,
    ]);
    expect(listOfferValues(EMPTY_LIST_STATE, facets, WORDS).map(isValueDisabled)).toEqual([false, true]);
  });
});

describe('categories', () => {
  it('lists the roots without a page category, and the children of a selected root', () => {
    expect(listCategoryValues(EMPTY_LIST_STATE, [], facets, aisles).map(({ key, count }) => [key, count])).toEqual([
      ['snacks', 5],
    ]);
    const values = listCategoryValues({ ...EMPTY_LIST_STATE, categories: ['snacks'] }, [], facets, aisles);
    expect(values.map(({ key, isIndented, checked }) => [key, isIndented, checked])).toEqual([
      ['snacks', false, true],
      ['chips', true, false],
    ]);
  });

  it('lists only the children of a page’s category', () => {
    const chips = { ...facetValue('chips', 5), parent: 'snacks' };
    const roots = ['snacks', 'drinks'].map((slug) => ({ ...facetValue(slug, 9), parent: null }));
    const categoryFacets = { ...facets, categories: [...roots, chips] };
    const values = listCategoryValues(
      { ...EMPTY_LIST_STATE, categories: ['snacks'] },
      ['snacks'],
      categoryFacets,
      aisles,
    );
    expect(values.map(({ next }) => formatListState(next))).toEqual(['?categories=snacks,chips']);
    const leaf = ['snacks', 'chips'];
    expect(listCategoryValues({ ...EMPTY_LIST_STATE, categories: leaf }, leaf, categoryFacets, aisles)).toEqual([]);
  });
});

describe('a long group', () => {
  const brands = Array.from({ length: 30 }, (_, index) => facetValue(String(index + 1), index));
  const values = listBrandValues({ ...EMPTY_LIST_STATE, brands: ['1'] }, { ...facets, brands });

  it('shows its eight largest values and the selected ones, in order', () => {
    expect(pickFirstValues(values).map(({ key }) => key)).toEqual([
      '1',
      '23',
      '24',
      '25',
      '26',
      '27',
      '28',
      '29',
      '30',
    ]);
  });
  it('is not shortened by two values or fewer', () => expect(pickFirstValues(values.slice(0, 10))).toHaveLength(10));
});

it('docs/ux.md#rule-9: "Promote 3–5 values (dietary, "On sale", top brand)", none without results', () => {
  const values = listPromotedValues(
    listOfferValues(EMPTY_LIST_STATE, facets, WORDS),
    listDietaryValues(EMPTY_LIST_STATE, facets),
    listBrandValues(EMPTY_LIST_STATE, facets),
  );
  expect(values.map(({ key }) => key)).toEqual(['on_sale', 'vegan', 'halal', '3']);
});
