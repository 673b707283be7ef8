import { ApiError } from '@shop/contract/api/api-error';
import { EMPTY_CHECKOUT } from '@shop/core/checkout/checkout-state';
import { describe, expect, test } from 'vitest';
import { listAddressProblems, listServerProblems } from './checkout-problems.ts';

const ADDRESS = {
  recipient: 'Tan Mei Ling',
  contact_number: '+60123456789',
  email: 'meiling@example.com',
  street_address: '12, Jalan SS2/24',
  city: 'Petaling Jaya',
  zip: '47300',
  state: 'Selangor',
  state_id: 'MY-10',
  country: 'Malaysia',
};

describe('Before a request', () => {
  test('a complete address lacks nothing', () => {
    expect(listAddressProblems({ shipping_address: ADDRESS }, 'en')).toEqual([]);
  });

  test('everything that both addresses lack is listed, each with its own field', () => {
    const state = {
      shipping_address: { ...ADDRESS, city: '', zip: '' },
      billing_address: { ...ADDRESS, zip: ' ' },
      ship_to_bill_address: false,
    };
    expect(listAddressProblems(state, 'en').map(({ selector }) => selector)).toEqual([
      '#shipping-city',
      '#shipping-zip',
      '#billing-zip',
    ]);
  });

  test('one address for both is checked once', () => {
    const state = { ...EMPTY_CHECKOUT, shipping_address: { ...ADDRESS, zip: '' }, ship_to_bill_address: true };
    expect(listAddressProblems(state, 'zh')).toHaveLength(1);
  });
});

test('the server’s field errors lead to their step and control', () => {
  const errors = {
    shipping_address: ['Invalid zip'],
    'shipping_address.zip': ['Invalid zip'],
    'billing_address.city': ['Invalid city'],
    delivery_slot_id: ['Choose a slot'],
    coupon_code: ['Used'],
    voucher_id: ['For the first order only'],
    cart: ['Not about a control'],
  };
  expect(listServerProblems(new ApiError(422, 'request.invalid', '', errors))).toEqual([
    { step: 1, text: 'Invalid zip', selector: '#shipping-zip' },
    { step: 1, text: 'Invalid city', selector: '#billing-city' },
    { step: 2, text: 'Choose a slot', selector: '[name=delivery_slot]' },
    { step: 3, text: 'Used', selector: '#coupon button' },
    { step: 3, text: 'For the first order only', selector: '#coupon [aria-pressed=true]' },
  ]);
});
