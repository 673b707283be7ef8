import type { ProductRow, VariationOption } from '@shop/contract/catalog';
import { describe, expect, it } from 'vitest';
import { chosenOption, optionPath } from '../offer/chosen-option.ts';
import { plainText } from './plain-text.ts';

const option = (id: string, quantity: number): Pick<VariationOption, 'id' | 'quantity' | 'inventory'> => ({
  id,
  quantity,
  inventory: null,
});

/** Only what the choice looks at. */
const productWith = (...options: ReturnType<typeof option>[]) =>
  ({ quantity: 0, inventory: null, variation_options: options }) as ProductRow;

describe('the option that the address chooses', () => {
  const product = productWith(option('1', 0), option('2', 5), option('3', 0));
  it('is taken even where it is sold out, so that its state is seen', () => {
    expect(chosenOption(product, '3')?.id).toBe('3');
  });
  it('is the first that can be bought where the address says none, or one that there is not', () => {
    expect(chosenOption(product, null)?.id).toBe('2');
    expect(chosenOption(product, '9')?.id).toBe('2');
  });
  it('is the first of all where all are sold out', () => {
    expect(chosenOption(productWith(option('1', 0), option('2', 0)), null)?.id).toBe('1');
  });
  it('is none for a simple product', () => expect(chosenOption(productWith(), '1')).toBeNull());
  it('stands beside the slug', () => expect(optionPath('kaya', '2')).toBe('/products/view?slug=kaya&option=2'));
});

describe('a description for search engines', () => {
  it('is the text of the HTML', () => {
    expect(plainText('<p>Kaya &amp; toast</p><ul><li>Made at 4&nbsp;am</li></ul>')).toBe('Kaya & toast Made at 4 am');
  });
  it('ends at a word within 160 characters', () => {
    const text = plainText(`<p>${'crisp '.repeat(60)}</p>`);
    expect(text.length).toBeLessThanOrEqual(160);
    expect(text.endsWith('crisp…')).toBe(true);
  });
});
