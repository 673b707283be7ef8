/** Compares the amounts on a page with those of the API, to the sen. */
import type { Lang } from '@shop/core/lang';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { Shopper } from './shopper.ts';

const AMOUNT_LABELS = {
  en: {
    items: 'Subtotal',
    delivery: 'Delivery',
    free: 'Free',
    bag: 'Bag fee',
    tip: 'Tip',
    rounding: 'Rounding (cash)',
    total: 'Total',
  },
  zh: {
    items: '小计',
    delivery: '运费',
    free: '免运费',
    bag: '购物袋费',
    tip: '小费',
    rounding: '现金四舍五入',
    total: '合计',
  },
} as const;

type PromotionText = { name: string; code: string | null; amount: string };
export type AmountTexts = Record<
  'items_total' | 'delivery_fee' | 'bag_fee' | 'tip' | 'rounding' | 'grand_total',
  string
> & {
  promotions: PromotionText[];
};

const toSen = (amount: string): number => Math.round(Number(amount) * 100);
const formatAmount = (amount: string): string => `${amount.startsWith('-') ? '-' : ''}RM${amount.replace('-', '')}`;

/** Lists the amounts as a page shows them, after checking that they add up. */
function listAmounts(amounts: AmountTexts, lang: Lang): string[] {
  const { items_total, promotions, delivery_fee, bag_fee, tip, rounding, grand_total } = amounts;
  const chargesSen = [items_total, delivery_fee, bag_fee, tip, rounding].reduce((sum, each) => sum + toSen(each), 0);
  expect(promotions.reduce((sum, { amount }) => sum - toSen(amount), chargesSen)).toBe(toSen(grand_total));
  const words = AMOUNT_LABELS[lang];
  const optional = [
    [words.bag, bag_fee],
    [words.tip, tip],
    [words.rounding, rounding],
  ] as const;
  return [
    [words.items, formatAmount(items_total)],
    ...promotions.map(({ name, code, amount }) => [
      `${name}${code === null ? '' : ` ${code}`}`,
      `-${formatAmount(amount)}`,
    ]),
    [words.delivery, toSen(delivery_fee) === 0 ? words.free : formatAmount(delivery_fee)],
    ...optional.flatMap(([label, amount]) => (toSen(amount) === 0 ? [] : [[label, formatAmount(amount)]])),
    [words.total, formatAmount(grand_total)],
  ].flat();
}

const readLines = async (region: Locator): Promise<string> =>
  // biome-ignore lint/performance/useDomNodeTextContent: amounts that are hidden on this screen do not count
  (await region.innerText())
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');

/**
 * Expects a region to show the amounts of the API's cart, whose delivery fee must be known; returns the total as shown.
 */
export async function expectCartAmounts({ page }: Shopper, lang: Lang, region: Locator): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('auth_token') ?? localStorage.getItem('guest_token'));
  const readCart = async (): Promise<AmountTexts> => {
    const response = await page.request.get(`/api/cart?lang=${lang}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return response.json();
  };
  // The page shows a change before the server has it.
  await expect
    .poll(async () => {
      const expectedLines = listAmounts(await readCart(), lang).join('\n');
      const shownLines = await readLines(region);
      return shownLines.includes(expectedLines) ? 'the same' : `${shownLines}\n\nThe API has\n${expectedLines}`;
    })
    .toBe('the same');
  return formatAmount((await readCart()).grand_total);
}

/** Expects a region to show the amounts of an order, which load after its page. */
export async function expectOrderAmounts(totals: AmountTexts, lang: Lang, region: Locator): Promise<void> {
  await expect.poll(() => readLines(region)).toContain(listAmounts(totals, lang).join('\n'));
}
