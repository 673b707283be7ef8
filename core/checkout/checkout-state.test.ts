import { describe, expect, test } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { formatRefusal } from '../refusal-text.ts';
import {
  applyCoupon,
  type CheckoutState,
  clearCheckout,
  decideFurthestStep,
  deleteAddress,
  EMPTY_CHECKOUT,
  goToNextStep,
  goToPreviousStep,
  removeCoupon,
  setAddress,
  setStep,
} from './checkout-state.ts';

const HOME = {
  recipient: 'Mei Ling',
  email: 'mei@example.com',
  contact_number: '60123456789',
  street_address: '12, Jalan SS2/24',
  city: 'Petaling Jaya',
  zip: '47300',
  state_id: 'MY-10',
};
const OFFICE = { ...HOME, street_address: '1, Jalan Ampang', city: 'Kuala Lumpur', zip: '50450', state_id: 'MY-14' };

const applyEvents = (...events: ((state: CheckoutState) => CheckoutState)[]): CheckoutState =>
  events.reduce((state, event) => event(state), EMPTY_CHECKOUT);
const goTo = (step: number) => (state: CheckoutState) => setStep(state, step);

test('docs/spec.md §3: "ship_to_bill_address (default true)", "current_step (default 1)"', () => {
  expect(EMPTY_CHECKOUT).toMatchObject({ ship_to_bill_address: true, current_step: 1 });
});

test.each([
  ['set step', [goTo(3)], 3],
  ['a step is never set below 1', [goTo(-4)], 1],
  ['next (+1)', [goToNextStep, goToNextStep], 3],
  ['previous (-1', [goTo(3), goToPreviousStep], 2],
  ['previous (never below 1)', [goToPreviousStep, goTo(2), goToPreviousStep, goToPreviousStep], 1],
])('docs/spec.md §4 "Steps": %s', (_, events, step) => {
  expect(applyEvents(...events).current_step).toBe(step);
});

test.each([
  ['nothing', {}, 1],
  ['a delivery address without a billing address', { shipping_address: HOME, shipping_method: '1' }, 1],
  ['a billing address without a delivery address', { billing_address: HOME, shipping_method: '1' }, 1],
  ['both addresses', { shipping_address: HOME, billing_address: OFFICE }, 2],
  ['both addresses and a method', { shipping_address: HOME, billing_address: OFFICE, shipping_method: '1' }, 3],
])('the furthest step with %s', (_, choices, step) => {
  expect(decideFurthestStep({ ...EMPTY_CHECKOUT, ...choices })).toBe(step);
});

describe('addresses', () => {
  test('docs/spec.md §5: "on failure its message is shown and state is unchanged"', () => {
    const before = structuredClone(EMPTY_CHECKOUT);
    const answer = setAddress(EMPTY_CHECKOUT, 'shipping', { ...HOME, zip: '' });
    expect(isRefusal(answer) && formatRefusal(answer, 'en')).toBe(
      'Please review zip code for your address to proceed.',
    );
    expect(EMPTY_CHECKOUT).toEqual(before);
  });

  test('accepts a complete address', () => {
    expect(setAddress(EMPTY_CHECKOUT, 'shipping', HOME)).toEqual({ ...EMPTY_CHECKOUT, shipping_address: HOME });
    expect(setAddress(EMPTY_CHECKOUT, 'billing', HOME)).toEqual({ ...EMPTY_CHECKOUT, billing_address: HOME });
  });

  const checkout: CheckoutState = {
    ...EMPTY_CHECKOUT,
    current_step: 3,
    addresses: [HOME, OFFICE],
    shipping_address: HOME,
    billing_address: OFFICE,
  };

  test('docs/spec.md §4: "Deleting an address clears it from billing or shipping": from shipping, the step stays', () => {
    expect(deleteAddress(checkout, HOME)).toEqual({ ...checkout, addresses: [OFFICE], shipping_address: null });
  });

  test('docs/spec.md §4: "if it was the billing address, the flow returns to step 1"', () => {
    expect(deleteAddress(checkout, OFFICE)).toEqual({
      ...checkout,
      addresses: [HOME],
      billing_address: null,
      current_step: 1,
    });
  });

  test('deleting any other address changes only the list', () => {
    const third = { ...HOME, recipient: 'Arif' };
    const state = { ...checkout, addresses: [HOME, third] };
    expect(deleteAddress(state, third)).toEqual({ ...state, addresses: [HOME] });
  });

  test('identifies saved addresses by id after an edit', () => {
    const state = { ...checkout, shipping_address: { ...HOME, id: '7' }, addresses: [{ ...HOME, id: '8' }] };
    expect(deleteAddress(state, { ...OFFICE, id: '7' }).shipping_address).toBeNull();
    expect(deleteAddress(state, { ...HOME, id: '9' })).toEqual(state);
  });
});

test('docs/spec.md §4: "Coupon apply sets code and discount; remove clears both"', () => {
  const withCoupon = applyCoupon(EMPTY_CHECKOUT, 'BARU10', 500);
  expect(withCoupon).toMatchObject({ coupon_code: 'BARU10', coupon_discount: 500 });
  expect(removeCoupon(withCoupon)).toEqual(EMPTY_CHECKOUT);
});

test('docs/spec.md §4: "Clearing checkout resets everything"', () => {
  expect(clearCheckout()).toEqual(EMPTY_CHECKOUT);
});
