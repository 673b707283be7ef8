import type { Brand } from '@shop/contract/catalog';
import { expect, it } from 'vitest';
import { groupBrandsByLetter } from './brand-letters.ts';

const image = { thumbnail: '', original: '' };
const brand = (name: string): Brand => ({ id: name, slug: name, name, local_name: null, image, products_count: 1 });

it('groups brands by their first letter without accents, A to Z, all others last', () => {
  const letters = groupBrandsByLetter(['Élan', '老字号', 'Buih Buih', 'beku Bros', '100Plus', 'Earth'].map(brand));
  expect(letters.map(([letter, brands]) => [letter, brands.map(({ name }) => name)])).toEqual([
    ['B', ['Buih Buih', 'beku Bros']],
    ['E', ['Élan', 'Earth']],
    ['#', ['老字号', '100Plus']],
  ]);
});
