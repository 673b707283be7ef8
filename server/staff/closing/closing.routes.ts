import type { staffClosingEndpoints } from '@shop/contract/staff/staff-closing';
import type { Handlers } from '../../context.ts';
import { readClosing } from './closing.ts';

export const staffClosingHandlers: Handlers<keyof typeof staffClosingEndpoints> = {
  'staff.closing': (ctx, { query }) => readClosing(ctx, query.day),
};
