import { describe, expect, test } from 'vitest';
import * as en from './messages/refusals-en.ts';
import * as zh from './messages/refusals-zh.ts';
import * as wordsEn from './messages/rule-texts-en.ts';
import * as wordsZh from './messages/rule-texts-zh.ts';
import { isRefusal, type RefusalCode, refusal, refusalAt } from './refusal.ts';
import { formatRefusal } from './refusal-text.ts';

test.each<[Parameters<typeof formatRefusal>[0], string, string]>([
  [refusal('cart.max_quantity', { max: 5 }), 'The maximum quantity allowed for purchase is 5', '此商品最多可购买 5 件'],
  [refusal('cart.sold_out'), 'Item sold out', '商品已售罄'],
  [refusal('cart.min_quantity', { min: 3 }), 'The minimum quantity for purchase is 3', '3 件起售'],
])('a refusal has a text in both languages', (cartRefusal, english, chinese) => {
  expect(formatRefusal(cartRefusal, 'en')).toBe(english);
  expect(formatRefusal(cartRefusal, 'zh')).toBe(chinese);
});

test.each<[RefusalCode, string]>([
  ['coupon.invalid', 'Invalid coupon entered'],
  ['code.invalid', 'Code is invalid'],
  ['order.failed', 'Oops... Unfortunately your order was failed.'],
  [
    'checkout.changed',
    'Some product information in your order has been updated, please check your cart and try again.',
  ],
  ['checkout.no_payment_provider', 'No Payment Provider Found'],
  ['checkout.no_payment_method', 'No Payment Method Found'],
  ['product.none', 'Sorry, No Product Found'],
  ['email.invalid', 'Please provide valid email address'],
  ['contact.invalid', 'Invalid phone or email'],
])('docs/spec.md §5 and §8: the text of %s', (code, text) => {
  expect(en.refusals[code]).toBe(text);
});

test('docs/readings.md#6: the text of the bulky error contains "bulky" in Chinese too', () => {
  const bulkyRefusal = refusal('cart.bulky_limit', { max: 3 });
  expect(formatRefusal(bulkyRefusal, 'en')).toMatch(/bulky/i);
  expect(formatRefusal(bulkyRefusal, 'zh')).toMatch(/bulky/i);
});

test('a refusal carries its parameters, and the field where a form shows it', () => {
  expect(refusal('cart.empty')).toEqual({ code: 'cart.empty' });
  expect(refusalAt('coupon_code', refusal('coupon.invalid'))).toEqual({ code: 'coupon.invalid', field: 'coupon_code' });
  // @ts-expect-error: the message names `max`
  refusal('cart.max_quantity');
});

test('distinguishes a refusal from any other value', () => {
  expect(isRefusal(refusal('cart.empty'))).toBe(true);
  for (const code of Object.keys(en.refusals)) expect(isRefusal({ code }), code).toBe(true);
  expect(isRefusal({ code: 'PH', id: 'MY-14' })).toBe(false);
  expect(isRefusal({ cart: {}, modified: [] })).toBe(false);
});

describe('messages', () => {
  const listPlaceholders = (text: string) => [...text.matchAll(/\{(\w+)/g)].map((match) => match[1]).sort();
  const english: Record<string, string> = { ...en.refusals, ...wordsEn.words };
  const chinese: Record<string, string> = { ...zh.refusals, ...wordsZh.words };

  test.each(Object.keys(english))('%s names the same parameters in both languages', (key) => {
    expect(listPlaceholders(chinese[key] ?? '')).toEqual(listPlaceholders(english[key] ?? ''));
  });

  test.each([
    ['English', english],
    ['Chinese', chinese],
  ])('has no sentence twice in %s', (_, messages) => {
    // Chinese counts packs, sachets and bags with one word.
    const texts = Object.entries(messages).flatMap(([key, text]) => (key.startsWith('unit_price.') ? [] : [text]));
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  });
});
