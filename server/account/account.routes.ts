/** Calls that span all modules for one customer: merging two records, exporting the data, removing the account. */
import { parseContact } from '@shop/core/identity/contact';
import type { Handlers } from '../context.ts';
import { consumeCode, requireRightCode } from '../identity/codes/codes.ts';
import { customerView } from '../identity/customer.view.ts';
import { exportIdentity } from '../identity/customer-access.ts';
import { loadMe, requireCustomer } from '../identity/identity.ts';
import { exportWallets } from '../loyalty/wallets/customer-wallets.ts';
import { exportAlerts } from '../notifications/alerts/customer-alerts.ts';
import { exportNotifications } from '../notifications/customer-notifications.ts';
import { countUnread } from '../notifications/inbox.ts';
import { exportOrders } from '../orders/customer-orders.ts';
import { refuse } from '../refuse.ts';
import { exportCustomerNotes } from '../staff/customers/customer-files.ts';
import { inTransaction } from '../transaction.ts';
import { mergeAccounts } from './merge-accounts.ts';
import { removeAccount, requireConfirmed } from './remove-account.ts';
import { exportSavedData } from './saved-data.ts';

export const accountHandlers: Handlers<'identity.mergeAccount' | 'identity.export' | 'identity.remove'> = {
  'identity.mergeAccount': async (ctx, { body }) => {
    const { id } = requireCustomer(ctx);
    const contact = parseContact(body.contact) ?? refuse('code.invalid');
    const code = await requireRightCode(ctx, contact, 'merge', body.code);
    const orders = await inTransaction(ctx, async (ctx) => {
      const orders = await mergeAccounts(ctx, id, contact);
      await consumeCode(ctx, code);
      return orders;
    });
    const me = customerView(await loadMe(ctx), ctx.lang, await countUnread(ctx, id));
    return { me, orders };
  },

  'identity.export': async (ctx) => {
    const { id } = requireCustomer(ctx);
    const [identity, saved, loyalty, orders, notifications, alerts, notes] = await Promise.all([
      exportIdentity(ctx, id),
      exportSavedData(ctx, id),
      exportWallets(ctx, id),
      exportOrders(ctx, id),
      exportNotifications(ctx, id),
      exportAlerts(ctx, id),
      exportCustomerNotes(ctx, id),
    ]);
    return {
      exported_at: ctx.now,
      data: { ...identity, ...saved, ...loyalty, orders, ...notifications, ...alerts, notes },
    };
  },

  'identity.remove': async (ctx, { body }) => {
    const { id } = requireCustomer(ctx);
    await removeAccount(ctx, id, await requireConfirmed(ctx, body));
    return { success: true };
  },
};
