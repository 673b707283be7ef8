import { LANGS } from '@shop/core/lang';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MessagesProvider } from '../i18n/MessagesProvider.tsx';
import { loadMessages } from '../i18n/messages.ts';
import { OrderHistory } from './OrderHistory.tsx';

const entry = (status: 'pending' | 'processing' | 'canceled', payment_status: 'unpaid' | 'paid' | 'refund_due') => {
  return { status, payment_status, at: new Date('2026-11-20T02:00:00Z'), note: null };
};

const WORDS = {
  en: ['Refund on its way', 'Paid'],
  zh: ['退款处理中', '已付款'],
};

test.each(LANGS)('lists changes of the payment alone, not those that the timeline shows, in %s', async (lang) => {
  const history = [
    entry('pending', 'unpaid'),
    entry('pending', 'paid'),
    entry('processing', 'paid'),
    entry('processing', 'refund_due'),
    entry('canceled', 'refund_due'),
  ];
  const html = renderToStaticMarkup(
    <MessagesProvider locale={lang} messages={await loadMessages(lang)} origin="https://shop.example">
      <OrderHistory history={history} />
    </MessagesProvider>,
  );
  expect([...html.matchAll(/font-semibold">([^<]*)</g)].map(([, label]) => label)).toEqual(WORDS[lang]);
});
