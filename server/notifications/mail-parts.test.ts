import { expect, test } from 'vitest';
import { breakLinks, composePlainMail, formatParagraph, listLegalLines, type ShopFacts } from './mail-parts.ts';

test.each([
  ['S.Kumar a/l Rajan', 'S. Kumar a/l Rajan'],
  ['No. 12, Jalan SS2/24, 47300 Petaling Jaya', 'No. 12, Jalan SS2/24, 47300 Petaling Jaya'],
  ['Ring at 8:30, bring 1.5 kg', 'Ring at 8:30, bring 1.5 kg'],
  ['请放门口。谢谢', '请放门口。谢谢'],
  ['example。com', 'example。 com'],
  ['交给保安，（老王）：谢谢！３楼', '交给保安，（老王）：谢谢！3楼'],
  ['https：//example．com', 'https: //example. com'],
  ['see www.example.com', 'see www. example. com'],
  ['http://example.com/a', 'http: //example. com/a'],
  ['me@example.com', 'me @ example. com'],
  ['two\n\nlines', 'two lines'],
  ['ｗｗｗ．ｅｘａｍｐｌｅ．ｃｏｍ', 'www. example. com'],
])('%j reads %j', (input, text) => expect(breakLinks(input)).toBe(text));

test('shortens a long text', () => expect(breakLinks('a'.repeat(500))).toHaveLength(201));

const SHOP: ShopFacts = {
  site_title: { en: 'Sekampit', zh: '满袋' },
  logo_address: null,
  public_url: 'https://shop.example',
  legal: {
    business_name: 'Demo Sdn. Bhd.',
    registration_no: { en: '2001', zh: null },
    prices_note: { en: 'Prices include tax.', zh: '价格已含税。' },
  },
  contact: { email: 'hello@shop.example', phone: '', whatsapp: '', address: { en: 'Lot 1', zh: null } },
};
const URL_TO_END = 'https://shop.example/unsubscribe?token=a&b=c';

test('a mail with an address to unsubscribe at has it in its headers, its text and its page', () => {
  const mail = composePlainMail('zh', '降价了', SHOP, ['您收藏的商品降价了。'], { unsubscribe: { url: URL_TO_END } });
  expect(mail.unsubscribe).toEqual({ url: URL_TO_END });
  expect(mail.text.split('\n')).toContain(`取消订阅：${URL_TO_END}`);
  expect(mail.html).toMatch(/<a href="https:\/\/shop\.example\/unsubscribe\?token=a&#38;b=c"[^>]*>取消订阅<\/a>/);
  const without = composePlainMail('en', 'Price drop', SHOP, ['A favourite costs less.']);
  expect(without).not.toHaveProperty('unsubscribe');
  expect(without.html).not.toContain('Unsubscribe');
});

test('an address to unsubscribe at never starts another header', () => {
  const unsubscribe = { url: `${URL_TO_END}\r\nBcc: all@example.com` };
  expect(() => composePlainMail('en', 'Price drop', SHOP, ['It costs less.'], { unsubscribe })).toThrow('line break');
});

test('the first paragraph is the preheader, before anything that is shown', () => {
  const { html } = composePlainMail('en', 'New sign-in', SHOP, ['Someone signed in <now>.', 'Was it you?']);
  const body = html.slice(html.indexOf('<body'));
  expect(body).toMatch(/^<body[^>]*>\s*<div style="display:none[^>]*>Someone signed in &#60;now&#62;\.&#847;/);
});

test('the seller’s contact line has only what the shop has', () => {
  const lines = (contact: Partial<ShopFacts['contact']>) =>
    listLegalLines({ ...SHOP, contact: { ...SHOP.contact, ...contact } }, 'en').map(formatParagraph);
  expect(lines({})).toContain('Questions? hello@shop.example');
  expect(lines({ email: '', phone: '0355500100' })).toContain('Questions? 03-5550 0100');
  expect(lines({ email: '' }).join('\n')).not.toContain('Questions');
});
