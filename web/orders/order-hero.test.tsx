/** docs/ux.md#rule-34: the arrival, the sack and the track of an order. */
import type { TrackedOrder } from '@shop/contract/orders';
import { LANGS, type Lang } from '@shop/core/lang';
import { DAY_MS } from '@shop/core/time';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MessagesProvider } from '../i18n/MessagesProvider.tsx';
import { loadMessages } from '../i18n/messages.ts';
import { OrderHero } from './OrderHero.tsx';

const TOTALS = {
  ...{ items_total: 46_00, discount: 0, coupon_discount: 0, delivery_fee: 0, bag_fee: 0, tip: 0 },
  ...{ voucher: 0, points: 0, coins: 0, undelivered: 0, rounding: 0, grand_total: 46_00 },
};

const PLACED_AT = new Date('2026-11-20T02:00:00Z');

/** Creates a slot of two hours, a number of days from today. */
function createSlot(days: number): TrackedOrder['delivery'] {
  const day = new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  const hours = { starts_at: new Date(`${day}T06:00:00Z`), ends_at: new Date(`${day}T08:00:00Z`) };
  return { method: 'Standard delivery', remarks: null, leave_at_door: false, ...hours };
}

const ORDER: TrackedOrder = {
  ...{ id: '1', order_number: 'ABCD1234', type: 'delivery', status: 'pending', payment_status: 'unpaid' },
  ...{ payment_method: 'cod', payment_method_name: 'Cash on delivery', payment_id: null, held_until: null },
  ...{
    cash_allowed: false,
    created_at: PLACED_AT,
    grand_total: 46_00,
    delivered_total: 46_00,
    totals: TOTALS,
    items: [],
  },
  ...{ coupon_code: null, promotions: [], delivery: createSlot(3), payment_refunds: [], points_to_earn: 0 },
  ...{ if_missing: 'replace', cancellation_state: null, returned: { coins: 0, points: 0 } },
  history: [{ status: 'pending', payment_status: 'unpaid', at: PLACED_AT, note: 'Gate 2' }],
};

async function show(lang: Lang, order: Partial<TrackedOrder>): Promise<{ title: string; html: string }> {
  const html = renderToStaticMarkup(
    <MessagesProvider locale={lang} messages={await loadMessages(lang)} origin="https://shop.example">
      <OrderHero order={{ ...ORDER, ...order }} />
    </MessagesProvider>,
  );
  const [, heading = ''] = /<h1[^>]*>(.*?)<\/h1>/.exec(html) ?? [];
  return { title: heading.replace(/<[^>]*>/g, '').replace(/\s+/g, ' '), html };
}

const WORDS = {
  en: {
    arriving: /^Pending · Arriving (Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d+ \w+ 2:00 pm – 4:00 pm$/,
    canceling: 'Pending · Cancellation requested',
    late: 'Sorry, it is late.',
    status: 'Pending',
  },
  zh: {
    arriving: /^待处理 · 预计送达 \d+月\d+日 星期. 下午2–4点$/,
    canceling: '待处理 · 取消申请处理中',
    late: '抱歉延误了',
    status: '待处理',
  },
};

test.each(LANGS)('the title promises an arrival only while the order is sure to come, in %s', async (lang) => {
  const { arriving, canceling, late, status } = WORDS[lang];
  expect((await show(lang, {})).title).toMatch(arriving);
  expect((await show(lang, { cancellation_state: 'requested' })).title).toBe(canceling);
  expect((await show(lang, { payment_method: 'fpx' })).title).toBe(status);
  const hero = await show(lang, { delivery: createSlot(-3) });
  expect(hero.title).toBe(status);
  expect(hero.html).toContain(late);
});

test.each([
  ['pending', 'open'],
  ['processing', 'filling'],
  ['packed', 'packed'],
  ['delivery', 'waving'],
  ['complete', 'stitched'],
  ['canceled', 'empty'],
] as const)('the sack of an order that is %s', async (status, sack) => {
  expect((await show('en', { status })).html).toMatch(new RegExp(`src="[^"]*sack-${sack}[^"]*svg`));
});

test('the track shows each status once, its time, and its note', async () => {
  const { html } = await show('en', {});
  expect(html.match(/<li /g)).toHaveLength(5);
  expect(html).toContain('aria-current="step"');
  expect(html.match(/<time/g)).toHaveLength(1);
  expect(html).toContain('Gate 2');
});
