import type { staffPricesEndpoints } from '@shop/contract/staff/staff-prices';
import type { Handlers } from '../context.ts';
import { changePrices, readPrices } from './staff-prices.ts';

export const staffPricesHandlers: Handlers<keyof typeof staffPricesEndpoints> = {
  'staff.prices': async (ctx, { query }) => ({ prices: await readPrices(ctx, query.code) }),
  'staff.changePrices': (ctx, { params, body }) => changePrices(ctx, Number(params.id), body),
};
