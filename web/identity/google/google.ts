/**
 * Signs in with Google by the authorisation code flow with PKCE: redirects to Google, which returns to /signin. State,
 * nonce and verifier are stored in this tab only; the server exchanges the code. In the app, Google's own dialog takes
 * the place of the redirect (`native/google-dialog.ts`).
 */
import type { RequestOf } from '@shop/contract/api/client';
import type { Settings } from '@shop/contract/settings';
import type { Lang } from '@shop/core/lang';
import { signInPath } from '@shop/core/links/paths';
import { tabKey } from '../../storage.ts';

const googleAttempt = tabKey('google_attempt');

export type GoogleClient = NonNullable<Settings['google']>;

/** A redirect to Google in progress: its secrets, its purpose, and the path to open afterwards. */
export type GoogleAttempt = {
  state: string;
  nonce: string;
  verifier: string;
  redirect_uri: string;
  purpose: 'sign-in' | 'link';
  leadsTo: string;
  /** The referral code for a new account; empty if there is none. */
  referralCode: string;
  /** The page's language: Google returns to the same URL for all languages. */
  lang: Lang;
};

export const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** 256 random bits; RFC 7636 requires 43 to 128 characters. */
export const createSecret = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(32)));

/** Creates the challenge of RFC 7636: S256; plain without a secure context, such as a shop on a bare IP address. */
async function createChallenge(verifier: string): Promise<{ code_challenge: string; code_challenge_method: string }> {
  if (crypto.subtle === undefined) return { code_challenge: verifier, code_challenge_method: 'plain' };
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return { code_challenge: toBase64Url(new Uint8Array(digest)), code_challenge_method: 'S256' };
}

export async function goToGoogle(
  client: GoogleClient,
  details: Pick<GoogleAttempt, 'purpose' | 'leadsTo' | 'referralCode' | 'lang'>,
): Promise<void> {
  const redirect_uri = `${window.location.origin}${signInPath()}`;
  const attempt: GoogleAttempt = {
    state: createSecret(),
    nonce: createSecret(),
    verifier: createSecret(),
    redirect_uri,
    ...details,
  };
  googleAttempt.write(JSON.stringify(attempt));
  const url = new URL(client.authorize_url);
  const query = {
    client_id: client.client_id,
    redirect_uri,
    response_type: 'code',
    scope: 'openid email profile',
    state: attempt.state,
    nonce: attempt.nonce,
    ...(await createChallenge(attempt.verifier)),
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  window.location.assign(url.href);
}

function readAttempt(): GoogleAttempt | null {
  const json = googleAttempt.read();
  if (json === null) return null;
  try {
    // Written by `goToGoogle` in this tab.
    return JSON.parse(json) as GoogleAttempt;
  } catch {
    return null;
  }
}

/** Returns the language of this tab's redirect to Google; null without one. */
export const readReturnLanguage = (): Lang | null => readAttempt()?.lang ?? null;

export type GoogleReturn =
  /** The shopper cancelled at Google. */
  | { kind: 'cancelled' }
  /** Refused by Google, or a return that this tab did not start. */
  | { kind: 'failed' }
  | { kind: 'proof'; body: RequestOf<'identity.link'>['body'] };

/** The navigation state by which /signin passes the result to the page that started it. */
export type GoogleState = { google: GoogleReturn };

/** Reads the result of a return to /signin. A redirect is valid for one return. */
export function readGoogleReturn(params: URLSearchParams): { attempt: GoogleAttempt | null; result: GoogleReturn } {
  const attempt = readAttempt();
  googleAttempt.remove();
  if (attempt === null || attempt.state !== params.get('state')) return { attempt, result: { kind: 'failed' } };
  const code = params.get('code');
  if (code === null) {
    return { attempt, result: { kind: params.get('error') === 'access_denied' ? 'cancelled' : 'failed' } };
  }
  const { verifier, redirect_uri, nonce } = attempt;
  return { attempt, result: { kind: 'proof', body: { code, code_verifier: verifier, redirect_uri, nonce } } };
}
