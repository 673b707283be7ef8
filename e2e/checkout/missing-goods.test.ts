/** The choice for missing goods, for all and for single items, in the checkout and on the order (docs/readings.md#94). */
import { expect, test } from 'vitest';
import { findings } from '../testing/axe.ts';
import {
  addAndOpenCart,
  chooseCash,
  chooseSlot,
  confirmOrder,
  enterAddress,
  WORDS,
} from '../testing/guest-checkout.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE } from '../testing/shopper.ts';

const TEXTS = {
  en: {
    ifMissing: 'If something is missing',
    call: 'Call me',
    refund: 'Refund it',
    single: 'Choose for single items',
    kaya: /Nyonya Pot/,
    onOrder: 'If something is missing: Call me',
  },
  zh: {
    ifMissing: '如果缺货',
    call: '打电话给我',
    refund: '退款',
    single: '为个别商品选择',
    kaya: /娘惹|咖椰/,
    onOrder: '如果缺货：打电话给我',
  },
} as const;

test.each([
  ['en', DESKTOP],
  ['zh', PHONE],
] as const)('a guest says what to do about missing goods, in %s', async (lang, viewport) => {
  const shopper = await newShopper({ viewport, lang });
  const { page } = shopper;
  const texts = TEXTS[lang];
  await addAndOpenCart(shopper, lang, 'krupkrap-cassava-crackle-sambal');
  await addAndOpenCart(shopper, lang, 'nyonya-pot-pandan-kaya');
  await enterAddress(page, lang);
  await chooseSlot(page, lang);
  await chooseCash(page, lang);

  const orderChoice = page.getByLabel(texts.ifMissing);
  expect(await orderChoice.inputValue()).toBe('replace');
  await orderChoice.selectOption({ label: texts.call });
  await page.getByText(texts.single).press('Enter');
  const singleItems = page.getByRole('list', { name: texts.single });
  await singleItems.getByLabel(texts.kaya).selectOption({ label: texts.refund });
  await page.getByRole('button', { name: WORDS[lang].place, disabled: false }).waitFor();
  expect(await findings(page)).toEqual([]);

  await confirmOrder(page, lang);
  await page.getByRole('link', { name: WORDS[lang].track }).click();
  await page.getByText(texts.onOrder).waitFor();
  expectQuiet(shopper);
});
