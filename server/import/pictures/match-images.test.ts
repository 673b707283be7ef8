import { expect, test } from 'vitest';
import { readHeader } from '../reading/product-rows.ts';
import { readDraft } from '../reading/read-draft.ts';
import { createImageMatcher } from './match-images.ts';

function makeDraft(...rows: string[][]) {
  const read = readHeader(['Handle', 'Title', 'Variant SKU', 'Option1 Value', 'Variant Price']);
  if ('problem' in read) throw new Error(read.problem);
  const { draft } = readDraft(
    read.header,
    rows.map((cells, index) => ({ line: index + 2, cells: [...cells, '1.00'] })),
  );
  if (draft === null) throw new Error('The rows are no product');
  return draft;
}

const listAddresses = (draft: ReturnType<typeof makeDraft>) => draft.images.map(({ picture }) => picture?.address);

test('files are matched by SKU and handle, numbered ones in their order; others are left', () => {
  const paths = ['pics/KAYA-1.png', 'pics/kaya-10.jpg', 'pics/kaya-2.webp', 'kaya.jpg', 'HG-2.jpg', 'logo.png'];
  const matcher = createImageMatcher(paths, (name) => name === 'hg-2');
  expect(listAddresses(matcher.addImages(makeDraft(['kaya-toast', 'Kaya', 'KAYA', ''])))).toEqual([
    'file:kaya.jpg',
    'file:pics/KAYA-1.png',
    'file:pics/kaya-2.webp',
    'file:pics/kaya-10.jpg',
  ]);
  expect(listAddresses(matcher.addImages(makeDraft(['hg', 'HG', 'HG', ''])))).toEqual([]);
  expect(matcher.listUnmatched()).toEqual(['HG-2.jpg', 'logo.png']);
  expect(listAddresses(matcher.addImages(makeDraft(['x', 'X', 'HG-2', ''])))).toEqual(['file:HG-2.jpg']);
  expect(matcher.listUnmatched()).toEqual(['logo.png']);
});

test('of a product with options, the handle names its own pictures and each SKU an option’s', () => {
  const matcher = createImageMatcher(['tea.jpg', 'TEA-S.jpg', 'TEA-L.jpg'], () => false);
  const draft = matcher.addImages(makeDraft(['tea', 'Tea', 'TEA-S', 'S'], ['tea', '', 'TEA-L', 'L']));
  expect(listAddresses(draft)).toEqual(['file:tea.jpg']);
  expect(draft.variants.map(({ image }) => image?.address)).toEqual(['file:TEA-S.jpg', 'file:TEA-L.jpg']);
  expect(matcher.listUnmatched()).toEqual([]);
});
