import type { ProductRow, VariationOption } from '@shop/contract/catalog';
import { describe, expect, it } from 'vitest';
import { findChosenOption, optionPath } from '../offer/chosen-option.ts';
import { toPlainText } from './plain-text.ts';

const option = (id: string, quantity: number): Pick<VariationOption, 'id' | 'quantity' | 'inventory'> => ({
  id,
  quantity,
  inventory: null,
});

/** Returns a product with only the fields that choosing an option reads. */
const createProduct = (...options: ReturnType<typeof option>[]) =>
  ({ quantity: 0, inventory: null, variation_options: options }) as ProductRow;

describe('chosenOption', () => {
  const product = createProduct(option('1', 0), option('2', 5), option('3', 0));
  it('returns a sold-out option of the URL', () => {
    expect(findChosenOption(product, '3')?.id).toBe('3');
  });
  it('returns the first option in stock if the URL has none or an unknown one', () => {
    expect(findChosenOption(product, null)?.id).toBe('2');
    expect(findChosenOption(product, '9')?.id).toBe('2');
  });
  it('returns the first option if all are sold out', () => {
    expect(findChosenOption(createProduct(option('1', 0), option('2', 0)), null)?.id).toBe('1');
  });
  it('returns null for a simple product', () => expect(findChosenOption(createProduct(), '1')).toBeNull());
  it('is a parameter beside the slug', () => expect(optionPath('kaya', '2')).toBe('/products/view?slug=kaya&option=2'));
});

describe('a description for search engines', () => {
  it('removes the HTML', () => {
    expect(toPlainText('<p>Kaya &amp; toast</p><ul><li>Made at 4&nbsp;am</li></ul>')).toBe('Kaya & toast Made at 4 am');
  });
  it('ends at a word within 160 characters', () => {
    const text = toPlainText(`<p>${'crisp '.repeat(60)}</p>`);
    expect(text.length).toBeLessThanOrEqual(160);
    expect(text.endsWith('crisp…')).toBe(true);
  });
});
