/** While the shop is overloaded, a shopper who begins a checkout waits and is admitted without pressing again. */
import { expect, test } from 'vitest';
import { addAndOpenCart, enterAddress, WORDS } from '../testing/guest-checkout.ts';
import { newShopper } from '../testing/shopper.ts';

const MESSAGE = {
  en: 'Many shoppers are checking out right now. Your cart is kept, and we will let you in shortly.',
  zh: '现在结账的顾客较多，购物车已为您保留，请稍候，很快就轮到您。',
};
/** Number of refusals before the shopper is admitted. */
const REFUSALS = 2;

test.each(['en', 'zh'] as const)(
  'says that the checkout is busy, tries again after Retry-After, and goes on to delivery (docs/security.md#faults), in %s',
  async (lang) => {
    const shopper = await newShopper({ lang });
    const { page } = shopper;
    await addAndOpenCart(shopper, lang);
    const refusedAt: number[] = [];
    let letInAt = 0;
    await page.route('**/api/checkout*', (route) => {
      const isStep = route.request().method() === 'PUT' && 'shipping_address' in route.request().postDataJSON();
      if (isStep && refusedAt.length < REFUSALS) {
        refusedAt.push(performance.now());
        const json = { message: MESSAGE[lang], code: 'checkout.busy' };
        return route.fulfill({ status: 503, headers: { 'Retry-After': '3' }, json });
      }
      if (isStep) letInAt ||= performance.now();
      return route.continue();
    });
    await enterAddress(page, lang);
    await page.getByText(MESSAGE[lang]).first().waitFor();
    // The step stays, without a second press, until the shopper is admitted.
    expect(await page.getByRole('button', { name: WORDS[lang].toPayment }).count()).toBe(0);
    await page.getByRole('radio', { name: WORDS[lang].freeSlot }).first().waitFor();
    expect(refusedAt).toHaveLength(REFUSALS);
    const [first = 0, second = 0] = refusedAt;
    for (const waitMs of [second - first, letInAt - second]) expect(waitMs).toBeGreaterThanOrEqual(2_900);
  },
);
