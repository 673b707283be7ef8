import type { orders as en } from '../en/orders.ts';

export const orders: { readonly [Key in keyof typeof en]: string } = {};
