import type { Brand } from '@shop/contract/catalog';
import { expect, it } from 'vitest';
import { brandsByLetter } from './brand-letters.ts';

const image = { thumbnail: '', original: '' };
const brand = (name: string): Brand => ({ id: name, slug: name, name, image, products_count: 1 });

it('brands stand under their first letter, A to Z, accents aside, anything else at the end', () => {
  const letters = brandsByLetter(['Élan', '老字号', 'Buih Buih', 'beku Bros', '100Plus', 'Earth'].map(brand));
  expect(letters.map(([letter, brands]) => [letter, brands.map(({ name }) => name)])).toEqual([
    ['B', ['Buih Buih', 'beku Bros']],
    ['E', ['Élan', 'Earth']],
    ['#', ['老字号', '100Plus']],
  ]);
});
