import type { Order } from '@shop/contract/orders';
import { expect, test } from 'vitest';
import { composeOrderChangedMail, composeOrdersPlacedMail, type OrderMailFacts } from './order-mail.ts';

const ORDER: Order = {
  id: '0190b0a0-0000-7000-8000-000000000001',
  type: 'delivery',
  order_number: '7Q2M9XKD',
  status: 'pending',
  payment_status: 'unpaid',
  payment_method: 'cod',
  payment_method_name: 'Cash on delivery',
  payment_id: null,
  held_until: null,
  cash_allowed: false,
  created_at: new Date('2026-11-20T01:00:00Z'),
  grand_total: 3105,
  delivered_total: 3105,
  if_missing: 'replace',
  items: [
    {
      line: '0',
      id: '1',
      variation_option_id: null,
      slug: 'kaya',
      name: 'Kaya <Pandan>',
      variant: '350 g',
      stage: 'pantry',
      image: { thumbnail: '', original: '' },
      quantity: 2,
      price: 1003,
      final_price: 1003,
      price_total: 2006,
      discount: 0,
      if_missing: 'replace',
      picked: null,
      quantity_delivered: 2,
      replaced_by: null,
      undelivered: 0,
    },
  ],
  coupon_code: null,
  promotions: [],
  totals: {
    items_total: 2006,
    discount: 0,
    coupon_discount: 0,
    delivery_fee: 800,
    bag_fee: 100,
    tip: 200,
    voucher: 0,
    points: 0,
    coins: 0,
    undelivered: 0,
    rounding: -1,
    grand_total: 3105,
  },
  delivery: {
    method: 'Standard delivery',
    starts_at: new Date('2026-11-20T20:00:00Z'),
    ends_at: new Date('2026-11-20T22:00:00Z'),
    remarks: 'Ring twice',
    leave_at_door: true,
  },
  shipping_address: {
    title: null,
    recipient: `Mei <b>"O'Ling"</b>`,
    email: 'mei@example.com',
    contact_number: '60123456789',
    street_address: '12, Jalan SS2/24',
    city: 'Petaling Jaya',
    zip: '47300',
    state: 'Selangor',
    state_id: 'MY-10',
    country: null,
    company: null,
    fax: null,
    formatted_address: '12, Jalan SS2/24, 47300 Petaling Jaya, Selangor',
  },
  billing_address: {
    title: null,
    recipient: null,
    email: null,
    contact_number: null,
    street_address: null,
    city: null,
    zip: null,
    state: null,
    state_id: null,
    country: null,
    company: null,
    fax: null,
    formatted_address: '',
  },
  history: [],
  payment_refunds: [],
  cancellation_state: null,
  returned: { coins: 0, points: 0 },
  points_to_earn: 0,
};

const LINK = 'https://shop.example/track-order/view?order_number=7Q2M9XKD&token=abc';

const FACTS: OrderMailFacts = {
  orders: [{ order: ORDER, link: LINK }],
  lang: 'en',
  to: 'mei@example.com',
  settings: {
    site_title: { en: 'Sekampit', zh: '满袋' },
    logo_address: null,
    legal: {
      business_name: 'Demo Sdn. Bhd.',
      registration_no: { en: '2001', zh: null },
      prices_note: { en: 'Prices include tax.', zh: '价格已含税。' },
    },
    contact: { email: 'hello@shop.example', phone: '0355500100', whatsapp: '', address: { en: 'Lot 1', zh: null } },
  },
};

test('the mail has lines, every amount, slot, address and seller, in text and HTML', () => {
  const { text, html, subject, to } = composeOrdersPlacedMail(ORDER.id, FACTS);
  expect([subject, to]).toEqual(['Sekampit: order 7Q2M9XKD received', 'mei@example.com']);
  for (const fact of [
    '7Q2M9XKD',
    '350 g',
    'RM20.06',
    'RM8.00',
    'RM1.00',
    'RM2.00',
    '-RM0.01',
    'RM31.05',
    'Cash on delivery',
    'Standard delivery',
    '12, Jalan SS2/24, 47300 Petaling Jaya, Selangor',
    'Ring twice',
    'Leave at my door',
    'Demo Sdn. Bhd. · Registration no. 2001',
    'hello@shop.example',
    '03-5550 0100',
    'Prices include tax.',
    // A slot of four in the morning in Kuala Lumpur, where it is the next day already.
    'Sat, 21 Nov, 4:00\u00a0am – 6:00\u00a0am',
  ]) {
    expect(text).toContain(fact);
    expect(html).toContain(fact);
  }
  expect(text).toContain('2 × Kaya <Pandan> (350 g): RM20.06');
  expect(html).toContain('350 g · 2\u00a0×\u00a0RM10.03');
  expect(text).toContain(LINK);
  expect(text).not.toContain('Coupon');
});

test('lists each promotion with its discount, and each line’s share, and adds up to the total', () => {
  const order: Order = {
    ...ORDER,
    items: ORDER.items.map((item) => ({ ...item, discount: 500 })),
    coupon_code: 'TEN',
    promotions: [
      { id: '1', name: 'Snack week', class: 'product', amount: 300, code: null },
      { id: '2', name: 'Ten ringgit', class: 'order', amount: 200, code: 'TEN' },
      { id: '3', name: 'Free delivery', class: 'delivery', amount: 800, code: null },
    ],
    totals: { ...ORDER.totals, discount: 300, coupon_discount: 200, delivery_fee: 0, rounding: 0, grand_total: 1806 },
  };
  const { text, html } = composeOrdersPlacedMail(ORDER.id, { ...FACTS, orders: [{ order, link: LINK }] });
  for (const line of [
    '2 × Kaya <Pandan> (350 g) · discount -RM5.00: RM20.06',
    'Snack week: -RM3.00',
    'Ten ringgit (TEN): -RM2.00',
    'Delivery: RM8.00',
    'Free delivery: -RM8.00',
    'Total: RM18.06',
  ]) {
    expect(text.split('\n')).toContain(line);
  }
  expect(html).toContain('Ten ringgit (TEN)');
});

test('the mail is in the order’s language (docs/readings.md#36)', () => {
  const { subject, text, html } = composeOrdersPlacedMail(ORDER.id, { ...FACTS, lang: 'zh' });
  expect(subject).toBe('满袋：已收到订单 7Q2M9XKD');
  for (const line of [
    '合计：RM31.05',
    '购物袋费：RM1.00',
    '现金四舍五入：-RM0.01',
    '配送：Standard delivery · 11月21日 星期六 凌晨4点–上午6点',
    '有疑问？hello@shop.example · 03-5550 0100',
  ]) {
    expect(text).toContain(line);
  }
  expect(text).toMatch(/^收货地址：.* 012-345 6789$/m);
  expect(html).toContain('<html lang="zh-Hans">');
});

test('an order whose missing goods were refunded has its total after refunds, as its page has', () => {
  const orders = [{ order: { ...ORDER, delivered_total: 2405 }, link: LINK }];
  const { text, html } = composeOrdersPlacedMail(ORDER.id, { ...FACTS, orders });
  expect(text).toContain('Total: RM31.05\nTotal after refunds: RM24.05\n');
  expect(html).toContain('Total after refunds');
  expect(composeOrdersPlacedMail(ORDER.id, FACTS).text).not.toContain('after refunds');
});

test('the HTML escapes what a shopper typed, and headers never contain it', () => {
  const { html, text } = composeOrdersPlacedMail(ORDER.id, FACTS);
  expect(html).not.toMatch(/<b>|<Pandan>/);
  expect(html).toContain('Mei &#60;b&#62;&#34;O&#39;Ling&#34;&#60;/b&#62;');
  expect(html).toContain('order_number=7Q2M9XKD&#38;token=abc');
  expect(text).toContain(`Mei <b>"O'Ling"</b>`);
  expect(() => composeOrdersPlacedMail(ORDER.id, { ...FACTS, to: 'mei@example.com\r\nBcc: all@example.com' })).toThrow(
    'line break',
  );
});

test('the Message-ID derives from the order, so that a retry has the same (docs/security.md#c7)', () => {
  expect(composeOrdersPlacedMail(ORDER.id, FACTS).messageId).toBe(`order-placed.${ORDER.id}`);
});

test('one mail confirms the orders of a few minutes, with each number, link and amounts', () => {
  const other = { ...ORDER, id: '2', order_number: 'M9XKD7Q2', totals: { ...ORDER.totals, grand_total: 4_500 } };
  const link = 'https://shop.example/track-order/view?order_number=M9XKD7Q2&token=def';
  const both: OrderMailFacts = { ...FACTS, orders: [...FACTS.orders, { order: other, link }] };
  const { subject, text, html, messageId } = composeOrdersPlacedMail(ORDER.id, both);
  expect([subject, messageId]).toEqual(['Sekampit: 2 orders received', `order-placed.${ORDER.id}`]);
  for (const fact of ['Order 7Q2M9XKD', 'Order M9XKD7Q2', 'RM31.05', 'RM45.00']) {
    expect(text).toContain(fact);
    expect(html).toContain(fact);
  }
  expect(text).toContain(LINK);
  expect(text).toContain(link);
  expect(composeOrdersPlacedMail(ORDER.id, { ...both, lang: 'zh' }).subject).toBe('满袋：已收到 2 张订单');
});

/** Matches texts that mail programs turn into links: addresses of pages with and without a scheme, and of mailboxes. */
const AUTO_LINKED = /[a-z][a-z+.-]*:[^\s\d]|www\.\S|\S@\S|[\p{L}\p{N}][.。．｡]\p{L}/iu;

test('a shopper’s name, address and remarks never become links, a subject or further lines (docs/security.md "Limits")', () => {
  const evil =
    'Win! https://evil.example/x www.evil.com evil.co 8.8.8.8 me@evil.com javascript:alert(1) evil。com ev\u200bil.com';
  const address = { ...ORDER.shipping_address, recipient: evil, formatted_address: evil };
  const order = {
    ...ORDER,
    shipping_address: address,
    delivery: { ...ORDER.delivery, remarks: `${evil}\n\nFrom: the bank` },
  };
  const { subject, text, html } = composeOrdersPlacedMail(ORDER.id, { ...FACTS, orders: [{ order, link: LINK }] });
  expect(subject).toBe('Sekampit: order 7Q2M9XKD received');
  const typedLines = text.split('\n').filter((line) => line.includes('Win!'));
  expect(typedLines).toHaveLength(2);
  for (const line of typedLines) expect(line.replace(/^[^:]*: /, '')).not.toMatch(AUTO_LINKED);
  expect(text).not.toMatch(/^From:/m);
  const cells = [...html.matchAll(/<td[^>]*>([^<]*Win![^<]*)</g)].map(([, cell = '']) => cell);
  expect(cells).toHaveLength(2);
  for (const cell of cells) expect(cell).not.toMatch(AUTO_LINKED);
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    LINK.replace('&', '&#38;'),
    'mailto:hello@shop.example',
    'tel:0355500100',
  ]);
});

test('the shop’s own logo is above the title, with its name for those who see no pictures', () => {
  const logo_address = 'https://shop.example/media/0123456789abcdef0123-512.png';
  const { html } = composeOrdersPlacedMail(ORDER.id, { ...FACTS, settings: { ...FACTS.settings, logo_address } });
  const [img = '', src] = /<img src="([^"]*)" alt="Sekampit"[^>]*>/.exec(html) ?? [];
  expect(src).toBe(logo_address);
  expect(html.indexOf(img)).toBeLessThan(html.indexOf('<h1'));
  expect(composeOrdersPlacedMail(ORDER.id, FACTS).html).not.toContain('<img');
});

test('shows each item’s picture as a PNG of the shop’s own, with the product’s name for those who see no pictures', () => {
  const items = ORDER.items.map((item) => ({
    ...item,
    image: { thumbnail: '/media/0123456789abcdef0123-320.webp', original: '/media/0123456789abcdef0123-960.webp' },
  }));
  const orders = [{ order: { ...ORDER, items }, link: LINK }];
  const settings = { ...FACTS.settings, public_url: 'https://shop.example' };
  const { html } = composeOrdersPlacedMail(ORDER.id, { ...FACTS, orders, settings });
  expect(html).toContain(
    '<img src="https://shop.example/media/0123456789abcdef0123-192.png" alt="Kaya &#60;Pandan&#62;" width="56" height="56"',
  );
  expect(html).toContain('href="https://shop.example/faq"');
});

test('follows the shop’s accent, lighter in the dark theme', () => {
  const settings = { ...FACTS.settings, accent: '#8f1a14' };
  const { html } = composeOrdersPlacedMail(ORDER.id, { ...FACTS, settings });
  expect(html).toMatch(/<a href="https:[^"]*" class="action" style="background-color:#8f1a14;color:#ffffff/);
  expect(html).not.toContain('#1c7a3f');
  const [, dark = ''] = /prefers-color-scheme:dark.*?\.action\{background-color:(#[0-9a-f]{6})/.exec(html) ?? [];
  expect(dark).not.toBe('#8f1a14');
});

test('shows how far the order is, and no steps for one that failed', () => {
  const countBars = (html: string) => [
    html.match(/<div class="done"/g)?.length,
    html.match(/<div class="ahead"/g)?.length,
  ];
  expect(countBars(composeOrderChangedMail('packed', null, 'id', FACTS).html)).toEqual([3, 2]);
  expect(countBars(composeOrderChangedMail('delivery_failed', null, 'id', FACTS).html)).toEqual([undefined, undefined]);
});
