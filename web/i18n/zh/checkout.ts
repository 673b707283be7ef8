import type { checkout as en } from '../en/checkout.ts';

export const checkout: { readonly [Key in keyof typeof en]: string } = {};
