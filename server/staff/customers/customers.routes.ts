import type { staffCustomersEndpoints } from '@shop/contract/staff/staff-customers';
import type { Handlers } from '../../context.ts';
import { readCustomerNotifications } from '../../notifications/staff-notifications.ts';
import {
  addCustomerNote,
  blockCustomer,
  listCustomers,
  readCustomerFile,
  removeCustomerNote,
  unblockCustomer,
} from './customers.ts';

export const staffCustomersHandlers: Handlers<keyof typeof staffCustomersEndpoints> = {
  'staff.customers': (ctx, { query }) => listCustomers(ctx, query),
  'staff.customer': async (ctx, { params }) => {
    const file = await readCustomerFile(ctx, params.id);
    return { customer: { ...file, notifications: await readCustomerNotifications(ctx, params.id) } };
  },
  'staff.addCustomerNote': (ctx, { params, body }) => addCustomerNote(ctx, params.id, body.text),
  'staff.removeCustomerNote': async (ctx, { params }) => {
    await removeCustomerNote(ctx, params);
    return { success: true };
  },
  'staff.blockCustomer': (ctx, { params, body }) => blockCustomer(ctx, params.id, body.reason),
  'staff.unblockCustomer': (ctx, { params, body }) => unblockCustomer(ctx, params.id, body.reason),
};
