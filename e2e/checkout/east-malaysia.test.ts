/**
 * A guest in Sabah sees its higher delivery fee and threshold from the cart on (docs/ux.md#rule-23) and fills in every
 * section of the checkout, on a phone, in both languages.
 */
import { expect, test } from 'vitest';
import { type AmountTexts, expectCartAmounts, expectOrderAmounts } from '../testing/amounts.ts';
import { uniqueDigits } from '../testing/customer.ts';
import { addAndOpenCart, enterAddress, enterCoupon, openLastDay, WORDS } from '../testing/guest-checkout.ts';
import { PAYMENT_WORDS, press, waitForGateway } from '../testing/online-payment.ts';
import { expectQuiet, newShopper, PHONE } from '../testing/shopper.ts';

type PlacingResponse = { order: { totals: Omit<AmountTexts, 'promotions'> } & Pick<AmountTexts, 'promotions'> };

const TEXT = {
  en: {
    free: "You've got free shipping in Peninsular Malaysia",
    more: /^Spend RM\d+\.\d\d more to get Free Shipping$/,
    from: 'from RM15.00',
    choose: 'Delivery postcode',
    dialog: 'Where do we deliver?',
    unknown: "We can't find postcode 99999. Please check it.",
    save: 'Deliver here',
    to: 'Deliver to Kota Kinabalu',
    saved: 'Delivery to Kota Kinabalu: RM15.00, free from RM120.00',
    general: 'In Peninsular Malaysia, in the slot you choose',
    own: ['Free shipping from RM120.00', 'To Kota Kinabalu, otherwise RM15.00'],
    card: 'On one order to Kota Kinabalu. Below that, delivery is RM15.00.',
    terms: 'Delivery RM15.00, free from RM120.00',
    close: 'Close',
    increase: /^One more of/,
    decrease: /^One less of/,
    gotFree: "You've got free shipping",
    remarks: 'Delivery instructions',
    leave: 'Leave at my door',
    slots: 'Delivery slot',
    risk: /responsible for theft or temperature damage/,
    earns: /^Members earn \d+ points with this order$/,
    change: 'Change items',
  },
  zh: {
    free: '西马：已享免运费',
    more: /^再消费 RM\d+\.\d\d 即可免运费$/,
    from: 'RM15.00 起',
    choose: '配送邮政编码',
    dialog: '送到哪里？',
    unknown: '找不到邮政编码 99999，请检查。',
    save: '送到这里',
    to: '送至 Kota Kinabalu',
    saved: '送至 Kota Kinabalu：运费 RM15.00，满 RM120.00 免运费',
    general: '送往西马，时段任您选',
    own: ['满 RM120.00 免运费', '送往 Kota Kinabalu，未满则运费 RM15.00'],
    card: '以送往 Kota Kinabalu 的单张订单计算，未满则运费 RM15.00。',
    terms: '运费 RM15.00，满 RM120.00 免运费',
    close: '关闭',
    increase: /加一件$/,
    decrease: /减一件$/,
    gotFree: '已享免运费',
    remarks: '订单备注',
    leave: '放在我家门口',
    slots: '配送时段',
    risk: /商品若失窃或因温度变化而变坏，由顾客自行负责/,
    earns: /^会员下此订单可获 \d+ 积分$/,
    change: '修改商品',
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
    await page.getByText(text.general).waitFor();
    await page.getByRole('link', { name: text.choose }).click();
    const form = page.getByRole('dialog', { name: text.dialog });
    const zip = form.getByLabel(WORDS[lang].postcode);
    await zip.fill('99999');
    await form.getByRole('button', { name: text.save }).click();
    await form.locator('form').getByText(text.unknown).waitFor();
    // docs/spec.md §8 "Checkout update failure: toast with the server's response message".
    await page.getByRole('status').getByText(text.unknown, { exact: true }).waitFor();
    await zip.fill('88000');
    await form.getByRole('button', { name: text.save }).click();
    await page.getByRole('link', { name: text.to }).waitFor();
    await page.getByText(text.saved).first().waitFor();
    for (const line of text.own) await page.getByText(line, { exact: true }).waitFor();

    // The product page shows Sabah's fee and threshold too.
    await shopper.visit('/products/view?slug=open-house-cookies');
    await page.getByText(text.terms).first().waitFor();

    // The postcode is stored, and its fee and threshold replace the general ones without moving the page.
    await page.addInitScript(() => {
      const shifted = new Set<string>();
      Object.assign(window, { shifted });
      new PerformanceObserver((list) => {
        for (const { sources } of list.getEntries() as (PerformanceEntry & { sources: { node: Node | null }[] })[])
          for (const { node } of sources)
            if ((node instanceof Element ? node : node?.parentElement)?.closest('main, header'))
              shifted.add(node?.textContent?.slice(0, 60) ?? '');
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await shopper.visit('/');
    await page.getByRole('link', { name: text.to }).waitFor();
    await page.getByText(text.own[1]).waitFor();
    await page.getByText(text.card).waitFor();
    expect(await page.evaluate(() => [...(window as typeof window & { shifted: Set<string> }).shifted])).toEqual([]);
    await page.getByRole('button', { name: WORDS[lang].cart }).first().click();
    await drawer.getByText(text.more).filter({ visible: true }).first().waitFor();
    await drawer.getByText(text.from).filter({ visible: true }).first().waitFor();
    const amount = (await checkout.textContent())?.match(/RM[\d.]+/)?.[0];

    // The address form has the postcode, and the checkout's total is that of the cart.
    await enterAddress(page, lang, { zip: null, city: 'Kota Kinabalu', phone: `012-${uniqueDigits()}` });
    const main = page.getByRole('main');
    const bar = main.locator('summary').filter({ hasText: '· RM' });
    expect(await bar.textContent()).toContain(amount);

    const slots = await openLastDay(page, lang);
    // No arrow of the row covers the chosen day.
    const day = page.getByRole('group', { name: text.slots }).getByRole('button', { pressed: true });
    const isUncovered = (chip: Element) => {
      const { left, right, top, height } = chip.getBoundingClientRect();
      return [left + 6, (left + right) / 2, right - 6].every((x) =>
        chip.contains(document.elementFromPoint(x, top + height / 2)),
      );
    };
    await expect.poll(() => day.evaluate(isUncovered)).toBe(true);
    await slots.last().check();
    await page.getByLabel(text.remarks).fill('Unit 12, ring twice');
    await page.getByRole('switch', { name: text.leave }).click();
    await page.getByText(text.risk).waitFor();
    await page.getByRole('button', { name: 'RM5', exact: true }).click();
    await page.getByRole('button', { name: WORDS[lang].toPayment }).click();

    // Cash needs someone at home.
    expect(await page.getByRole('radio', { name: WORDS[lang].cash }).isDisabled()).toBe(true);
    await page.getByRole('radio', { name: PAYMENT_WORDS[lang].fpx }).check();
    await page.getByLabel(PAYMENT_WORDS[lang].bank).selectOption({ label: 'Maybank2u' });
    await enterCoupon(page, 'checkout', 'WELCOME10', lang);
    await main.getByText(/^WELCOME10[:：]/).waitFor();
    await main.getByText(text.earns).filter({ visible: true }).first().waitFor();
    await expectCartAmounts(shopper, lang, main);

    // One more item reaches free shipping, one less loses it again.
    await bar.click();
    await main.getByRole('button', { name: text.change }).click();
    for (const [step, shipping] of [
      [text.increase, text.gotFree],
      [text.decrease, text.more],
      [text.increase, text.gotFree],
    ] as const) {
      await drawer.getByRole('button', { name: step }).click();
      await drawer.getByText(shipping).filter({ visible: true }).first().waitFor();
      await expectCartAmounts(shopper, lang, drawer);
    }
    await drawer.getByRole('button', { name: text.close }).click();
    await drawer.waitFor({ state: 'hidden' });
    const total = await expectCartAmounts(shopper, lang, main);
    expect(await bar.textContent()).toContain(total);

    // Reads the response before the page leaves for the gateway.
    const placingResponse = new Promise<PlacingResponse>((resolve) => {
      void page.route(/\/api\/orders\/checkout/, async (route) => {
        const response = await route.fetch();
        resolve(await response.json());
        await route.fulfill({ response });
      });
    });
    await page
      .getByRole('button', { name: `${lang === 'en' ? 'Place order' : '下单'} · ${total}`, disabled: false })
      .click();
    const { order } = await placingResponse;
    await waitForGateway(page);
    await page.getByText(total.replace('RM', '')).first().waitFor();
    await press(page, 'Pay');
    await page.getByRole('heading', { name: WORDS[lang].received }).waitFor();
    await main.getByText(`${total} · `).waitFor();
    await shopper.settle();
    await main.getByRole('link', { name: WORDS[lang].track }).click();
    await main.getByText('Unit 12, ring twice').waitFor();
    await expectOrderAmounts({ ...order.totals, promotions: order.promotions }, lang, main);
    expectQuiet(shopper, [422]);
  },
);
