/**
 * Signs in inside the Touch 'n Go mini-program. An account is keyed by the app's user id alone: the user's phone and
 * email are never looked up to open an account, and stay unproven until their owner types a code (docs/readings.md#68).
 */
import type { EndpointInput } from '@shop/contract/api/endpoint';
import type { Endpoints } from '@shop/contract/api/endpoints';
import type { TngUser } from '@shop/core/checkout/checkout-state';
import { type Contact, parseContact } from '@shop/core/identity/contact';
import { refusal } from '@shop/core/refusal';
import { type Ctx, publish } from '../../context.ts';
import { uuidV7 } from '../../db/uuid.ts';
import type { MiniProgramUser } from '../../partners/payment-provider.ts';
import { refuse, refuseFields } from '../../refuse.ts';
import type { CustomerRow } from '../identity.sql.ts';
import { chooseName, createCustomer, findReferral } from '../identity.ts';
import { type SignInResult, signInByLogin } from '../linked-logins.ts';
import { usedContacts } from './tng.sql.ts';

const PROVIDER = 'tng';

/** Maximum length of a name in characters, as in a registration. */
const MAX_NAME_LENGTH = 100;

/** The body of `/auth/tng`. */
type TngSignInBody = EndpointInput<Endpoints['identity.signInByTng']>['body'];

/**
 * Exchanges the code for the app's user. Refuses `auth.tng_failed`, and `auth.tng_silent` if the partner does not
 * respond. Runs before a transaction, since it calls the partner.
 */
async function verifyTngCode(ctx: Ctx, code: string): Promise<MiniProgramUser> {
  const gateway = ctx.shop.partners.gateways.find(({ miniProgram }) => miniProgram?.branch === PROVIDER);
  const miniProgram = gateway?.miniProgram ?? refuse('auth.tng_failed');
  const user = await miniProgram.identify(code).catch(() => refuse('auth.tng_silent'));
  return user ?? refuse('auth.tng_failed');
}

function readContact(text: string | null, kind: Contact['kind']): string | null {
  const contact = text === null ? null : parseContact(text);
  return contact?.kind === kind ? contact.value : null;
}

/** Reads the name and contacts of the app's user; null for values that the shop cannot store. */
function toTngUser({ name, phone, email }: MiniProgramUser): TngUser {
  const characters = [
    ...(name ?? '')
      .toWellFormed()
      .replace(/\p{Cc}+/gu, ' ')
      .trim(),
  ];
  return {
    name: characters.slice(0, MAX_NAME_LENGTH).join('').trim() || null,
    phone: readContact(phone, 'phone'),
    email: readContact(email, 'email'),
  };
}

/**
 * Creates an account with those of the user's contacts that no other account has. Refuses an unknown referral code, at
 * its field.
 */
async function signUp(ctx: Ctx, user: TngUser, input: TngSignInBody): Promise<CustomerRow> {
  const referral = (await findReferral(ctx, input)) ?? refuseFields({ referral_code: [refusal('code.invalid')] });
  const use = await ctx.db.row(usedContacts, [user.email, user.phone]);
  const name = chooseName({ name: user.name ?? undefined }, user.email, user.phone);
  return createCustomer(ctx, {
    id: uuidV7(ctx.now),
    name,
    first_name: null,
    last_name: null,
    display_name: name,
    email: use?.email === true ? null : user.email,
    email_verified_at: null,
    phone: use?.phone === true ? null : user.phone,
    phone_verified_at: null,
    password_hash: null,
    lang: ctx.lang,
    ...referral,
    created_at: ctx.now,
  });
}

/** Exchanges the app's code for its user, and finds or creates the user's customer. */
export async function signInByTng(ctx: Ctx, input: TngSignInBody): Promise<SignInResult & { tng_user_info: TngUser }> {
  const user = await verifyTngCode(ctx, input.code);
  const tng_user_info = toTngUser(user);
  // The app verifies the phone, which is its own login, but not the email.
  const login = { provider: PROVIDER, subject: user.id, email: null, phone: tng_user_info.phone } as const;
  const result = await signInByLogin(ctx, login, {
    failure: 'auth.tng_failed',
    makeAccount: async (ctx) => ({ customer: await signUp(ctx, tng_user_info, input), is_new: true }),
    onLinked: (ctx, { id }) => publish(ctx, { type: 'customer.updated', customer_id: id }),
  });
  return { ...result, tng_user_info };
}
