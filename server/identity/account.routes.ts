/** Calls that reach into all that the shop holds of a customer: joining two records, the download, and the removal. */
import { parseContact } from '@shop/core/identity/contact';
import { refusal } from '@shop/core/refusal';
import { addressesRecords } from '../addresses/records.ts';
import { cartRecords } from '../cart/records.ts';
import { forgetRecentOf, giveRecentOf, recentSlugsOf } from '../catalog/products/recent-products.ts';
import { forgetTickets } from '../content/contact-us.ts';
import type { Handlers } from '../context.ts';
import { anonymiseOrders, exportOrders, listOpenOrders, takeOrders } from '../orders/records.ts';
import { Refused, refuse } from '../refuse.ts';
import { inTransaction } from '../transaction.ts';
import { wishlistRecords } from '../wishlist/records.ts';
import { consumeCode } from './codes.ts';
import { customerView } from './customer.view.ts';
import { loadMe, requireCustomer } from './identity.ts';
import { beginMerge, finishMerge } from './merge.ts';
import { identityRecords, type PersonalRecords } from './records.ts';
import { beginRemoval, finishRemoval, requireConfirmed } from './remove.ts';

/** What was looked at; the catalogue stands left of identity and knows customers by their ids alone. */
const recentRecords: PersonalRecords = {
  async join(ctx, from, into) {
    for (const each of from) await giveRecentOf(ctx, each, into);
  },
  remove: forgetRecentOf,
  exported: async (ctx, customer_id) => ({ recent_products: await recentSlugsOf(ctx, customer_id) }),
};

/** Every noun that holds something of a customer, but for orders: those are counted, and stay for the books. */
const RECORDS: readonly PersonalRecords[] = [
  identityRecords,
  addressesRecords,
  cartRecords,
  wishlistRecords,
  recentRecords,
];

export const accountHandlers: Handlers<'identity.mergeAccount' | 'identity.export' | 'identity.remove'> = {
  'identity.mergeAccount': async (ctx, { body }) => {
    const { id } = requireCustomer(ctx);
    const contact = parseContact(body.contact) ?? refuse('code.invalid');
    await consumeCode(ctx, contact, 'merge', body.code);
    return inTransaction(ctx, async (ctx) => {
      const merge = await beginMerge(ctx, id, contact);
      const from = merge.others.map((each) => each.id);
      for (const records of RECORDS) await records.join(ctx, from, id);
      const orders = await takeOrders(ctx, { from, into: id, contact });
      await finishMerge(ctx, merge, orders);
      return { me: customerView(await loadMe(ctx)), orders };
    });
  },

  'identity.export': async (ctx) => {
    const { id } = requireCustomer(ctx);
    const [orders, ...parts] = await Promise.all([
      exportOrders(ctx, id),
      ...RECORDS.map((records) => records.exported(ctx, id)),
    ]);
    return { exported_at: ctx.now, data: { ...Object.assign({}, ...parts), orders } };
  },

  'identity.remove': async (ctx, { body }) => {
    const { id } = requireCustomer(ctx);
    await requireConfirmed(ctx, body);
    await inTransaction(ctx, async (ctx) => {
      const me = await beginRemoval(ctx, id);
      const open = await listOpenOrders(ctx, id);
      if (open.length > 0) {
        const numbers = open.map(({ order_number }) => order_number).join(', ');
        throw new Refused(refusal('account.open_orders', { numbers }), { more: { orders: open } });
      }
      for (const records of RECORDS) await records.remove(ctx, id);
      await anonymiseOrders(ctx, id);
      if (me.email !== null && me.email_verified_at !== null) await forgetTickets(ctx, me.email);
      await finishRemoval(ctx, me);
    });
    return { success: true };
  },
};
