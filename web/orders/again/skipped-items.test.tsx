import type { SkippedItem } from '@shop/contract/orders';
import { LANGS, type Lang } from '@shop/core/lang';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MessagesProvider } from '../../i18n/MessagesProvider.tsx';
import { loadMessages } from '../../i18n/messages.ts';
import type { BuyAgainData } from '../../modals/modal-data.ts';
import { SkippedItems } from './SkippedItems.tsx';

const KAYA = { id: '51', variation_option_id: null, slug: 'kaya', name: 'Kaya', variant: null, ordered: 1 };
const RAISED: SkippedItem = { ...KAYA, added: 3, is_sold_out: false, reason: 'The minimum quantity is 3' };
const SOLD_OUT: SkippedItem = { ...KAYA, added: 0, is_sold_out: true, reason: 'Item sold out' };

async function show(lang: Lang, data: BuyAgainData): Promise<string> {
  return renderToStaticMarkup(
    <MessagesProvider locale={lang} messages={await loadMessages(lang)} origin="https://shop.example">
      <SkippedItems data={data} />
    </MessagesProvider>,
  );
}

const WORDS = {
  en: {
    raised: ['3 items are in your cart. Minimum quantities apply:', '3 added, 1 ordered before', 'Open the cart'],
    soldOut: ['Nothing was added to your cart. See what is similar:', 'Products similar to Kaya'],
    openCart: 'Open the cart',
  },
  zh: {
    raised: ['已加入 3 件商品。以下商品有最低购买数量：', '已加入 3 件，上次订购 1 件', '打开购物车'],
    soldOut: ['没有商品加入购物车，可看看相似商品：', '相似商品：Kaya'],
    openCart: '打开购物车',
  },
};

test.each(LANGS)('says that a minimum raised a quantity, in %s', async (lang) => {
  const html = await show(lang, { outcome: 'raised', added: 3, skipped: [RAISED] });
  for (const words of [...WORDS[lang].raised, RAISED.reason]) expect(html).toContain(words);
});

test.each(LANGS)('leads to similar products when everything is sold out, in %s', async (lang) => {
  const html = await show(lang, { outcome: 'sold_out', added: 0, skipped: [SOLD_OUT] });
  for (const words of [...WORDS[lang].soldOut, SOLD_OUT.reason]) expect(html).toContain(words);
  expect(html).not.toContain(WORDS[lang].openCart);
});
