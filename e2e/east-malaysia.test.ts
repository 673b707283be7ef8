/**
 * A shopper in Sabah sees its higher delivery fee and threshold from the cart on (docs/ux.md#rule-23), on a phone, in
 * both languages.
 */
import { expect, test } from 'vitest';
import { addAndOpenCart, chooseSlot, confirmOrder, enterAddress, WORDS } from './guest-checkout.ts';
import { expectQuiet, newShopper, PHONE } from './shopper.ts';

const TEXT = {
  en: {
    free: "You've got free shipping in Peninsular Malaysia",
    more: /^Spend RM\d+\.\d\d more to get Free Shipping$/,
    from: 'from RM15.00',
    choose: 'Delivery postcode',
    dialog: 'Where do we deliver?',
    unknown: "We can't find postcode 99999. Please check it.",
    save: 'Deliver here',
    to: 'Deliver to 88000',
    terms: 'Delivery RM15.00, free from RM120.00',
    close: 'Close',
    increase: /^One more of/,
  },
  zh: {
    free: '西马：已享免运费',
    more: /^再消费 RM\d+\.\d\d 即可免运费$/,
    from: 'RM15.00 起',
    choose: '送货邮编',
    dialog: '送到哪里？',
    unknown: '找不到邮政编码 99999，请检查。',
    save: '送到这里',
    to: '送至 88000',
    terms: '运费 RM15.00，满 RM120.00 免运费',
    close: '关闭',
    increase: /加一件$/,
  },
} as const;

test.each(['en', 'zh'] as const)(
  'shows fee and free shipping of Sabah from the header’s postcode on (%s)',
  async (lang) => {
    const shopper = await newShopper({ viewport: PHONE, lang });
    const { page } = shopper;
    const text = TEXT[lang];
    const drawer = page.getByRole('dialog');
    const checkout = drawer.getByRole('link', { name: WORDS[lang].checkout });

    // RM94.00: above the threshold of Peninsular Malaysia, below that of Sabah.
    await addAndOpenCart(shopper, lang, 'open-house-cookies');
    await drawer.getByRole('button', { name: text.increase }).first().click();
    await drawer.getByText(text.free).first().waitFor();
    await drawer.getByRole('button', { name: text.close }).click();

    // On a phone the header of a product page has no room for the postcode.
    await shopper.visit('/');
    await page.getByRole('link', { name: text.choose }).click();
    const form = page.getByRole('dialog', { name: text.dialog });
    const zip = form.getByLabel(WORDS[lang].postcode);
    await zip.fill('99999');
    await form.getByRole('button', { name: text.save }).click();
    await form.getByText(text.unknown).waitFor();
    await zip.fill('88000');
    await form.getByRole('button', { name: text.save }).click();
    await page.getByRole('link', { name: text.to }).waitFor();

    // The product page shows Sabah's fee and threshold too.
    await shopper.visit('/products/view?slug=open-house-cookies');
    await page.getByText(text.terms).first().waitFor();

    // The postcode is remembered.
    await shopper.visit('/');
    await page.getByRole('link', { name: text.to }).waitFor();
    await page.getByRole('button', { name: WORDS[lang].cart }).first().click();
    await drawer.getByText(text.more).filter({ visible: true }).first().waitFor();
    await drawer.getByText(text.from).filter({ visible: true }).first().waitFor();
    const amount = (await checkout.textContent())?.match(/RM[\d.]+/)?.[0];

    // The address form has the postcode, and the checkout's total is that of the cart.
    await enterAddress(page, lang, { zip: null, city: 'Kota Kinabalu' });
    await chooseSlot(page, lang);
    const place = page.getByRole('button', { name: WORDS[lang].place });
    await place.waitFor();
    expect(await place.textContent()).toContain(amount);
    await confirmOrder(page, lang);
    expectQuiet(shopper, [422]);
  },
);
