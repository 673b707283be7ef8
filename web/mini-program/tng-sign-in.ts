/**
 * Signs in with the Touch 'n Go user of the app around the page, and sets `tng_user_loading` and `tng_user_info` of the
 * checkout state (docs/spec.md §3).
 */

import { ApiError } from '@shop/contract/api/api-error';
import type { ResponseOf } from '@shop/contract/api/client';
import type { Lang } from '@shop/core/lang';
import { fillContact } from '../addresses/address-form.ts';
import { api } from '../api/api.ts';
import { langQuery } from '../api/query-client.ts';
import { isSignedIn } from '../api/tokens.ts';
import { checkoutActions, restoreCheckout, useCheckout } from '../checkout/checkout-store.ts';
import { sendGuestCart } from '../identity/sign-in/use-apply-sign-in.ts';
import { friendCode } from '../identity/sign-up/friend-code.ts';
import { clearStoreReferral, readStoreReferral } from '../identity/sign-up/store-referral.ts';
import { tabKey } from '../storage.ts';
import { type Bridge, BridgeError, isConsentRefused } from './bridge.ts';

type TngSession = ResponseOf<'identity.signInByTng'>;

/** Set once the page has tried to sign in by itself in this session. */
const signInMark = tabKey('tng_sign_in');

/** Returns true once per session for a guest, for the sign-in without a tap. */
export function claimAutomaticSignIn(): boolean {
  if (isSignedIn() || signInMark.read() !== null) return false;
  signInMark.write('1');
  return true;
}

/** `refused`: the user does not consent. `failed`: with the shop's message, or '' if the app failed. */
export type TngSignInResult = { kind: 'signed-in' | 'refused' | 'busy' } | { kind: 'failed'; message: string };

/** Stores the user's details in the checkout, and fills them into the empty contact fields of the address draft. */
function saveTngUser(info: TngSession['tng_user_info']): void {
  const { draft } = useCheckout.getState();
  checkoutActions.setTngUser(info);
  if (draft !== null) checkoutActions.setDraft({ ...draft, shipping: fillContact(draft.shipping, info) });
}

async function sendSignIn(bridge: Bridge, lang: Lang): Promise<TngSession> {
  const code = await bridge.getAuthCode();
  await sendGuestCart();
  const referral_code = friendCode.read() || null;
  const body = { code, referral_code, store_referral: readStoreReferral(Date.now()) };
  try {
    return await api('identity.signInByTng', { query: langQuery(lang), body });
  } catch (error) {
    const isCodeWrong = error instanceof ApiError && 'referral_code' in error.errors;
    if (!isCodeWrong || referral_code === null) throw error;
    // The code of a friend's link is wrong. No field can show that, so signs in without the code.
    friendCode.remove();
    return sendSignIn(bridge, lang);
  }
}

type TngSignInOptions = {
  /** Returns null if the app does not respond. */
  connect: () => Promise<Bridge | null>;
  lang: Lang;
  /** Applies the response on this device. */
  applySession: (response: TngSession) => void;
};

/** Signs in the app's user, who gets an account the first time. The app may show a consent sheet. */
export async function signInByTng({ connect, lang, applySession }: TngSignInOptions): Promise<TngSignInResult> {
  // Restores the saved checkout first: later it would overwrite the user's details.
  await restoreCheckout();
  if (useCheckout.getState().state.tng_user_loading) return { kind: 'busy' };
  checkoutActions.setTngLoading(true);
  try {
    const bridge = await connect();
    if (bridge === null) return { kind: 'failed', message: '' };
    const response = await sendSignIn(bridge, lang);
    applySession(response);
    saveTngUser(response.tng_user_info);
    clearStoreReferral();
    friendCode.remove();
    return { kind: 'signed-in' };
  } catch (error) {
    if (isConsentRefused(error)) return { kind: 'refused' };
    if (error instanceof ApiError) return { kind: 'failed', message: error.message };
    if (error instanceof BridgeError) return { kind: 'failed', message: '' };
    throw error;
  } finally {
    checkoutActions.setTngLoading(false);
  }
}
