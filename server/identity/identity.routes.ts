/** Calls of sessions, sign-up and sign-in, and the signed-in customer. */
import { adoptCart } from '../cart/adopt.ts';
import { adoptRecent } from '../catalog/recent-products.ts';
import { hashToken } from '../http/actor.ts';
import { type Actor, type Ctx, type Handlers, inTransaction } from '../http/context.ts';
import { customerView } from './customer.view.ts';
import { beginSession } from './customer-token.ts';
import type { CustomerRow } from './identity.sql.ts';
import { changePassword, endSession, listLogins, loadMe, logout, register, updateProfile } from './identity.ts';
import { sessionId } from './sessions.ts';
import { signInByPassword } from './sign-in.ts';

/** Signs a customer in: a session, and what the guest had becomes theirs. */
function signedIn(ctx: Ctx, customer: CustomerRow, remember: boolean) {
  return inTransaction(ctx, async (ctx) => {
    const token = await beginSession(ctx, customer.id, remember);
    await adoptRecent(ctx, customer.id);
    if (ctx.actor.kind !== 'guest') return { token, me: customerView(customer), cart_changed: false };
    const actor: Actor = { kind: 'customer', id: customer.id, tokenHash: hashToken(token) };
    const theirs: Ctx = { ...ctx, actor, priceGroup: customer.price_group };
    return { token, me: customerView(customer), cart_changed: await adoptCart(theirs, ctx.actor.tokenHash) };
  });
}

export const identityHandlers: Handlers<
  | 'session.id'
  | 'identity.signIn'
  | 'identity.register'
  | 'identity.logout'
  | 'identity.changePassword'
  | 'identity.me'
  | 'identity.update'
  | 'identity.logins'
  | 'identity.endSession'
> = {
  'session.id': async (ctx) => ({ data: await sessionId(ctx) }),

  'identity.signIn': async (ctx, { body }) => {
    if ('provider' in body) throw new Error('google');
    return signedIn(ctx, await signInByPassword(ctx, body.login, body.password), body.remember === true);
  },

  'identity.register': (ctx, { body }) =>
    inTransaction(ctx, async (ctx) => signedIn(ctx, await register(ctx, body), true)),

  'identity.logout': async (ctx) => {
    await logout(ctx);
    return { success: true };
  },

  'identity.changePassword': async (ctx, { body }) => {
    await changePassword(ctx, body);
    return { success: true };
  },

  'identity.me': async (ctx) => ({ me: customerView(await loadMe(ctx)) }),

  'identity.update': async (ctx, { params, body }) => ({ me: await updateProfile(ctx, params.id, body) }),

  'identity.logins': (ctx) => listLogins(ctx),

  'identity.endSession': async (ctx, { params }) => {
    await endSession(ctx, params.id);
    return { success: true };
  },
};
