/** docs/spec.md §4: cancellation details show the refund's status and amount. */
import type { TrackedOrder } from '@shop/contract/orders';
import { LANGS, type Lang } from '@shop/core/lang';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { tokenScope } from '../../api/tokens.ts';
import { loadParts } from '../../hydration/lazy.tsx';
import { MessagesProvider } from '../../i18n/MessagesProvider.tsx';
import { loadMessages } from '../../i18n/messages.ts';
import { createCall } from '../../testing/api-responses.ts';
import { cancellationsQuery } from '../order-queries.ts';
import { CancellationCard } from './CancellationCard.tsx';

const PROOF = { token: 'proof' };
const refund = { coins: 0, points: 0, created_at: new Date('2026-11-20T02:00:00Z'), refunded_at: null };
const REFUNDS: TrackedOrder['payment_refunds'] = [
  { ...refund, id: '1', amount: 2_00, state: 'refunded', refunded_at: new Date('2026-11-22T02:00:00Z') },
  { ...refund, id: '2', amount: 44_00, state: 'due' },
];
const NOTHING_RETURNED = { returned: { coins: 0, points: 0 }, coupon_code: null };
const TOTALS = {
  ...{ items_total: 46_00, discount: 0, coupon_discount: 0, delivery_fee: 0, bag_fee: 0, tip: 0 },
  ...{ voucher: 0, points: 0, coins: 0, undelivered: 0, rounding: 0, grand_total: 46_00 },
};
const HISTORY: TrackedOrder['history'] = [
  { status: 'canceled', payment_status: 'unpaid', at: new Date('2026-11-21T02:00:00Z'), note: null },
];
/** A cancellation whose refund of RM44.00 is still due. */
const REQUEST = {
  ...{ id: '1', order_id: '1', order_number: 'ABCD1234', state: 'approved', reason: 'Mistake', comment: null },
  ...{ requested_at: refund.created_at, decided_at: refund.created_at, refund_status: 'due', refund_amount: 44_00 },
} as const;

type CardCase = Pick<TrackedOrder, 'status' | 'payment_refunds'> &
  Partial<Pick<TrackedOrder, 'returned' | 'coupon_code'>>;

async function show(lang: Lang, order: CardCase, requests: object[], voucher = 0) {
  await loadParts();
  const messages = await loadMessages(lang);
  const queries = createQueryClient(createCall({}));
  const orderKey = { order_number: 'ABCD1234', proof: PROOF };
  queries.setQueryData<unknown>(cancellationsQuery(lang, tokenScope(), orderKey).queryKey, { data: requests });
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <MessagesProvider locale={lang} messages={messages} origin="https://shop.example">
        <CancellationCard
          order={{
            order_number: 'ABCD1234',
            ...NOTHING_RETURNED,
            totals: { ...TOTALS, voucher },
            history: HISTORY,
            ...order,
          }}
          proof={PROOF}
        />
      </MessagesProvider>
    </QueryClientProvider>,
  );
}

const WORDS = {
  en: ['RM2.00 was refunded', '22 Nov 2026', 'RM44.00 will be refunded'],
  zh: ['已退还 RM2.00', '2026年11月22日', '将退还 RM44.00'],
};

test.each(LANGS)('a canceled order shows each refund once, with and without a request, in %s', async (lang) => {
  const order = { status: 'canceled', payment_refunds: REFUNDS } as const;
  for (const requests of [[REQUEST], []]) {
    const html = await show(lang, order, requests);
    for (const words of WORDS[lang]) expect(html.split(words)).toHaveLength(2);
  }
});

test('an order that is not canceled shows its refunds with its payment, and one canceled unpaid has no card', async () => {
  const html = await show('en', { status: 'complete', payment_refunds: REFUNDS }, []);
  expect(html).toContain('can no longer be cancelled');
  expect(html).not.toContain('refunded');
  expect(await show('en', { status: 'canceled', payment_refunds: [] }, [])).toBe('');
});

const RETURN_WORDS = {
  en: [
    '300 coins are back in your account',
    '1 point is back in your account',
    'Your voucher is back in your account',
    'Your coupon FRESH10 counts as unused',
    '21 Nov 2026',
  ],
  zh: [
    '300 金币已退回您的账户',
    '1 积分已退回您的账户',
    '礼券已退回您的账户',
    '优惠码 FRESH10 已恢复为未使用',
    '2026年11月21日',
  ],
};

test.each(LANGS)('a canceled order that was not paid says what came back and when, in %s', async (lang) => {
  const changes = { returned: { coins: 300, points: 1 }, coupon_code: 'FRESH10' };
  const html = await show(lang, { status: 'canceled', payment_refunds: [], ...changes }, [], 5_00);
  for (const words of RETURN_WORDS[lang]) expect(html).toContain(words);
});
