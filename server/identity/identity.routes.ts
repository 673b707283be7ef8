/** Handlers of browsing sessions, sign-up, sign-in and the signed-in customer's account. */
import type { EndpointInput } from '@shop/contract/api/endpoint';
import type { Endpoints } from '@shop/contract/api/endpoints';
import type { Customer } from '@shop/contract/identity';
import type { Contact } from '@shop/core/identity/contact';
import { beginBook } from '../addresses/addresses.ts';
import { adoptCart } from '../cart/adopt-cart.ts';
import { adoptRecent } from '../catalog/products/recent-products.ts';
import { type Actor, type Ctx, type Handlers, publish } from '../context.ts';
import { hashToken } from '../http/api/authenticate.ts';
import { countUnread } from '../notifications/inbox.ts';
import type { OrderRow } from '../orders/orders.sql.ts';
import { requireOrder } from '../orders/orders.ts';
import { refuse } from '../refuse.ts';
import { inTransaction } from '../transaction.ts';
import { type CodePurpose, consumeCode, requireContact, requireEmail, requireMobile, sendCode } from './codes/codes.ts';
import { verifyContact } from './contacts/verify-contact.ts';
import { customerView } from './customer.view.ts';
import { linkGoogle, signInByGoogle } from './google/google.ts';
import type { CustomerRow } from './identity.sql.ts';
import {
  changePassword,
  checkRegistration,
  closeTextNotice,
  endSession,
  listLogins,
  loadMe,
  logout,
  type Registration,
  register,
  requireCustomer,
  updateProfile,
} from './identity.ts';
import { unlinkLogin } from './linked-logins.ts';
import { savePushToken } from './push-tokens.ts';
import { resetPassword, sendRecoveryCode, verifyRecovery } from './recovery/recovery.ts';
import { beginSession } from './sessions/customer-sessions.ts';
import { findOrCreateSession } from './sessions/session-id.ts';
import { requireSignInCode, sendSignInCode } from './sign-in/code-sign-in.ts';
import { knownDevices } from './sign-in/known-devices.ts';
import { forgetFailures, signInByPassword } from './sign-in/sign-in.ts';
import { signInByTng } from './tng/tng.ts';

type CustomerSignIn = EndpointInput<Endpoints['identity.signIn']>['body'];

/**
 * Begins a session, and moves the guest's cart and recently viewed products to the customer. `is_new`: whether the
 * call made the account.
 */
function beginSignIn(ctx: Ctx, customer: CustomerRow, remember: boolean, is_new = false) {
  return inTransaction(ctx, async (ctx) => {
    const token = await beginSession(ctx, customer, remember);
    await adoptRecent(ctx, customer.id);
    const response = {
      token,
      is_new,
      me: customerView(customer, ctx.lang, await countUnread(ctx, customer.id)),
      device_token: await knownDevices.remember(ctx, customer.id),
    };
    if (ctx.actor.kind !== 'guest') return { ...response, cart_changed: false };
    const actor: Actor = { kind: 'customer', id: customer.id, tokenHash: hashToken(token) };
    const customerCtx: Ctx = { ...ctx, actor, priceGroup: customer.price_group };
    return { ...response, cart_changed: await adoptCart(customerCtx, ctx.actor.tokenHash) };
  });
}

/**
 * Returns the purpose of a code. A request without one, as in the spec's `/send-email-verify`, means `profile` if
 * signed in, else `register`.
 */
const choosePurpose = ({ actor }: Ctx, purpose: CodePurpose | undefined): CodePurpose =>
  purpose ?? (actor.kind === 'customer' ? 'profile' : 'register');

/**
 * Fills in the contacts, if the registration has none, and a missing name from a guest's order, so that the guest types
 * only a password (docs/spec.md §2 "/complete-order").
 */
function fillFromOrder(fields: Registration, order: OrderRow): Registration {
  const contact =
    fields.email || fields.contact_number ? {} : { email: order.contact_email, contact_number: order.contact_phone };
  return { ...fields, ...contact, name: fields.name || order.shipping_address.recipient || undefined };
}

/** Signs in by Google's proof, which may create the account, by a password or by a code. */
async function signIn(ctx: Ctx, body: CustomerSignIn) {
  const begin = (ctx: Ctx, customer: CustomerRow, is_new = false) =>
    beginSignIn(ctx, customer, body.remember === true, is_new);
  if ('provider' in body) {
    const { customer, is_new } = await signInByGoogle(ctx, body);
    return begin(ctx, customer, is_new);
  }
  if ('password' in body) return begin(ctx, await signInByPassword(ctx, body.login, body.password));
  const { customer, code } = await requireSignInCode(ctx, body.login, body.code);
  return inTransaction(ctx, async (ctx) => {
    const response = await begin(ctx, customer);
    // After the lock on the customer, which `begin` takes.
    await consumeCode(ctx, code);
    await forgetFailures(ctx, customer);
    return response;
  });
}

/** Lists the contacts that the registration proved. */
function listProvenContacts({ email, email_verified_at, phone, phone_verified_at }: CustomerRow): Contact[] {
  const contacts: Contact[] = [];
  if (email !== null && email_verified_at !== null) contacts.push({ kind: 'email', value: email });
  if (phone !== null && phone_verified_at !== null) contacts.push({ kind: 'phone', value: phone });
  return contacts;
}

/** Adds the number of unread notifications to the customer of a response. */
const addUnread = async (ctx: Ctx, me: Customer): Promise<Customer> => ({
  ...me,
  unread_notifications: await countUnread(ctx, me.id),
});

export const identityHandlers: Handlers<
  | 'session.id'
  | 'identity.signIn'
  | 'identity.sendSignInCode'
  | 'identity.signInByTng'
  | 'identity.register'
  | 'identity.logout'
  | 'identity.changePassword'
  | 'identity.me'
  | 'identity.update'
  | 'identity.closeTextNotice'
  | 'identity.logins'
  | 'identity.endSession'
  | 'identity.link'
  | 'identity.unlink'
  | 'identity.sendEmailCode'
  | 'identity.verifyEmail'
  | 'identity.sendPhoneCode'
  | 'identity.verifyPhone'
  | 'identity.sendMergeCode'
  | 'identity.forgetPassword'
  | 'identity.verifyRecovery'
  | 'identity.resetPassword'
  | 'notifications.savePushToken'
> = {
  'session.id': async (ctx) => ({ data: await findOrCreateSession(ctx) }),

  'identity.signIn': (ctx, { body }) => signIn(ctx, body),

  'identity.sendSignInCode': (ctx, { body }) => sendSignInCode(ctx, body.login),

  'identity.signInByTng': async (ctx, { body }) => {
    const { customer, is_new, tng_user_info } = await signInByTng(ctx, body);
    return { ...(await beginSignIn(ctx, customer, true, is_new)), tng_user_info };
  },

  'identity.register': async (ctx, { body }) => {
    const order =
      body.order == null ? null : await requireOrder(ctx, body.order.order_number, { token: body.order.token });
    const registration = await checkRegistration(ctx, order === null ? body : fillFromOrder(body, order));
    return inTransaction(ctx, async (ctx) => {
      const customer = await register(ctx, registration);
      if (order !== null) await beginBook(ctx, customer.id, order.shipping_address);
      const response = await beginSignIn(ctx, customer, true, true);
      // Carts are locked before orders.
      for (const contact of listProvenContacts(customer)) {
        await publish(ctx, { type: 'contact.proven', customer_id: customer.id, contact });
      }
      await publish(ctx, { type: 'customer.updated', customer_id: customer.id });
      return response;
    });
  },

  'identity.logout': async (ctx) => {
    await logout(ctx);
    return { success: true };
  },

  'identity.changePassword': async (ctx, { body }) => {
    await changePassword(ctx, body);
    return { success: true };
  },

  'identity.link': async (ctx, { body }) => {
    await linkGoogle(ctx, body);
    return { success: true };
  },

  'identity.unlink': async (ctx, { params }) => {
    await unlinkLogin(ctx, params.provider);
    return { success: true };
  },

  'identity.sendEmailCode': (ctx, { body }) =>
    sendCode(ctx, requireEmail(body.email), choosePurpose(ctx, body.purpose)),

  'identity.verifyEmail': async (ctx, { body }) => {
    const verification = await verifyContact(
      ctx,
      requireEmail(body.email),
      choosePurpose(ctx, body.purpose),
      body.code,
    );
    return { ...verification, me: verification.me && (await addUnread(ctx, verification.me)) };
  },

  'identity.sendPhoneCode': async (ctx, { body }) => {
    const { channels } = ctx.shop.partners.messenger ?? refuse('request.unavailable');
    return { ...(await sendCode(ctx, requireMobile(body.contact_number), body.purpose)), channels: [...channels] };
  },

  'identity.verifyPhone': async (ctx, { body }) => {
    const verification = await verifyContact(ctx, requireMobile(body.contact_number), body.purpose, body.code);
    return { ...verification, me: verification.me && (await addUnread(ctx, verification.me)) };
  },

  'identity.sendMergeCode': (ctx, { body }) => sendCode(ctx, requireContact(body.contact), 'merge'),

  'identity.forgetPassword': (ctx, { body }) => sendRecoveryCode(ctx, body.login),

  'identity.verifyRecovery': async (ctx, { body }) => {
    await verifyRecovery(ctx, body.login, body.code);
    return { success: true };
  },

  'identity.resetPassword': async (ctx, { body }) => {
    const { customer, removed } = await resetPassword(ctx, body);
    return { ...(await beginSignIn(ctx, customer, true)), removed };
  },

  'identity.me': async (ctx) => {
    const [me, unread] = await Promise.all([loadMe(ctx), countUnread(ctx, requireCustomer(ctx).id)]);
    return { me: customerView(me, ctx.lang, unread) };
  },

  'identity.update': async (ctx, { params, body }) => ({
    me: await addUnread(ctx, await updateProfile(ctx, params.id, body)),
  }),

  'identity.closeTextNotice': async (ctx, { body }) => ({
    me: await addUnread(ctx, await closeTextNotice(ctx, body.texts)),
  }),

  'identity.logins': (ctx) => listLogins(ctx),

  'identity.endSession': async (ctx, { params }) => {
    await endSession(ctx, params.id);
    return { success: true };
  },

  'notifications.savePushToken': async (ctx, { body }) => {
    await savePushToken(ctx, body);
    return { success: true };
  },
};
