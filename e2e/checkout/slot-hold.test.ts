/** A delivery slot's hold in the checkout: the time left, its end, and the slot that someone else took meanwhile. */
import { expect, test } from 'vitest';
import { queryDatabase } from '../testing/database.ts';
import {
  addAndOpenCart,
  chooseCash,
  chooseSlot,
  confirmOrder,
  enterAddress,
  openLastDay,
  WORDS,
} from '../testing/guest-checkout.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE } from '../testing/shopper.ts';

const TEXT = {
  en: {
    held: /^Held for you for 1[45]:\d\d$/,
    announced: 'Your slot is held for 15 more minutes.',
    over: 'Your slot is no longer held. We will check it again when you continue.',
    again: 'Hold it again',
    lost: 'Your slot is no longer available. Please choose another one.',
    another: 'Choose another slot',
    full: /[ap]m.*Full/,
  },
  zh: {
    held: /^已为您保留，剩余 1[45]:\d\d$/,
    announced: '您选的时段还会保留 15 分钟。',
    over: '您选的时段已不再保留，继续时我们会重新确认。',
    again: '重新保留',
    lost: '您选的时段已满或已截止，请选择其他时段。',
    another: '选择其他时段',
    full: /(上午|中午|下午|晚上).*已满/,
  },
} as const;

/** Lets the hold of the guest's cart end: its 15 minutes and the minute for orders on their way. */
const endHold = (email: string) =>
  queryDatabase(
    `update carts set choices = jsonb_set(choices, '{hold,until}', to_jsonb(now() - interval '2 minutes'))
     where choices ->> 'customer_email' = $1`,
    email,
  );

/** Clears the hold from the guest's cart, as the job does once it has ended. */
const clearHold = (email: string) =>
  queryDatabase(`update carts set choices = choices - 'hold' where choices ->> 'customer_email' = $1`, email);

const readHeldSlot = async (email: string): Promise<string> => {
  const [row] = await queryDatabase(`select held_slot_id from carts where choices ->> 'customer_email' = $1`, email);
  return String(row?.held_slot_id);
};

const readSavedPayment = async (email: string): Promise<string> => {
  const [row] = await queryDatabase(
    `select choices ->> 'payment_method' as code from carts where choices ->> 'customer_email' = $1`,
    email,
  );
  return String(row?.code);
};

/** Fills the slot with other orders. */
const fillSlot = (id: string) =>
  queryDatabase(
    `update delivery_slots set taken = capacity
     where template_id || '-' || (extract(epoch from starts_at) / 60)::bigint = $1`,
    id,
  );

/** Frees the places that `fillSlot` took, because all stories use the same shop. */
const emptySlot = (id: string) =>
  queryDatabase(
    `update delivery_slots s set taken = (select count(*) from orders o where o.slot_template_id = s.template_id
       and o.slot_starts_at = s.starts_at and o.status <> 'canceled')
     where template_id || '-' || (extract(epoch from starts_at) / 60)::bigint = $1`,
    id,
  );

test.each([
  ['en', DESKTOP],
  ['zh', PHONE],
] as const)(
  'shows the time left, holds an expired slot again, and requires another one if it was taken (%s)',
  async (lang, viewport) => {
    const shopper = await newShopper({ viewport, lang });
    const { page } = shopper;
    const text = TEXT[lang];
    const email = `holds-${lang}-${Date.now()}@example.com`;
    await addAndOpenCart(shopper, lang);
    await enterAddress(page, lang, { email });
    // Chooses the first slot, since this story fills it and other stories choose the last one.
    await (await openLastDay(page, lang)).first().check();
    await page.getByText(text.held).first().waitFor();
    // Screen readers hear the time once, not every second.
    await page.getByRole('status').filter({ hasText: text.announced }).first().waitFor({ state: 'attached' });

    // While the tab was closed, the hold ended, and a job may have cleared it; the choice is still there.
    for (const end of [endHold, clearHold]) {
      await end(email);
      await shopper.visit('/checkout');
      await page.getByText(text.over).filter({ visible: true }).first().waitFor();
      await page.getByRole('button', { name: text.again }).click();
      await page.getByText(text.held).first().waitFor();
    }
    await page.getByRole('button', { name: WORDS[lang].toPayment }).click();

    // The hold ends again and others take all places: the shopper chooses another slot.
    await chooseCash(page, lang);
    await page.getByRole('button', { name: WORDS[lang].place, disabled: false }).waitFor();
    // The payment chosen in this step is saved with the hold.
    await expect.poll(() => readSavedPayment(email)).toBe('cod');
    const id = await readHeldSlot(email);
    await endHold(email);
    await fillSlot(id);
    await page.getByRole('button', { name: WORDS[lang].place }).click();
    await page.getByRole('button', { name: text.another }).first().click();
    await page.getByText(text.lost).first().waitFor();
    // The focus is on the first slot that can be chosen: the lost one is full.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.matches('[name=delivery_slot]:enabled')))
      .toBe(true);
    await emptySlot(id);

    await shopper.visit('/checkout');
    await chooseSlot(page, lang);
    await page.getByRole('button', { name: WORDS[lang].place }).waitFor();
    await endHold(email);
    await confirmOrder(page, lang);
    expectQuiet(shopper, [409]);
  },
);
