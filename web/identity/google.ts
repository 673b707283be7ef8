/**
 * Signing in with Google: the authorisation code flow with PKCE, by a redirect and back to /signin. What the return is
 * checked by is kept in this tab alone; the code is exchanged on the server.
 */
import type { AskOf } from '@shop/contract/client';
import { signInPath } from '@shop/core/links/paths';
import { tabKey } from '../storage.ts';

const googleAttempt = tabKey('google_attempt');

export type GoogleClient = { client_id: string; authorize_url: string };

/** What was begun: signing in, or linking Google to the account that is signed in; and where it leads. */
export type GoogleAttempt = {
  state: string;
  nonce: string;
  verifier: string;
  redirect_uri: string;
  purpose: 'sign-in' | 'link';
  then: string;
};

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** 256 bits that nobody can guess; RFC 7636 asks for 43 to 128 characters of a verifier. */
const secret = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

/** RFC 7636: S256, and plain only where the page has no secure context, such as a shop on a bare address. */
async function challengeOf(verifier: string): Promise<{ code_challenge: string; code_challenge_method: string }> {
  if (crypto.subtle === undefined) return { code_challenge: verifier, code_challenge_method: 'plain' };
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return { code_challenge: base64url(new Uint8Array(digest)), code_challenge_method: 'S256' };
}

/** Leaves for Google. */
export async function goToGoogle(
  client: GoogleClient,
  { purpose, then }: Pick<GoogleAttempt, 'purpose' | 'then'>,
): Promise<void> {
  const redirect_uri = `${window.location.origin}${signInPath()}`;
  const attempt: GoogleAttempt = { state: secret(), nonce: secret(), verifier: secret(), redirect_uri, purpose, then };
  googleAttempt.write(JSON.stringify(attempt));
  const url = new URL(client.authorize_url);
  const asked = {
    client_id: client.client_id,
    redirect_uri,
    response_type: 'code',
    scope: 'openid email profile',
    state: attempt.state,
    nonce: attempt.nonce,
    ...(await challengeOf(attempt.verifier)),
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  window.location.assign(url.href);
}

/** Takes the attempt of this tab out: it is good for one return only. */
function takeAttempt(): GoogleAttempt | null {
  const kept = googleAttempt.read();
  googleAttempt.remove();
  if (kept === null) return null;
  try {
    // Written by `goToGoogle` in this tab.
    return JSON.parse(kept) as GoogleAttempt;
  } catch {
    return null;
  }
}

export type GoogleReturn =
  | { kind: 'none' }
  /** Refused at Google, or not what this tab asked for. */
  | { kind: 'failed'; attempt: GoogleAttempt | null }
  | { kind: 'code'; attempt: GoogleAttempt; body: Omit<AskOf<'identity.link'>['body'], never> };

/** What a visit to /signin brings back from Google. */
export function readGoogleReturn(params: URLSearchParams): GoogleReturn {
  const state = params.get('state');
  if (state === null) return { kind: 'none' };
  const attempt = takeAttempt();
  const code = params.get('code');
  if (attempt === null || attempt.state !== state || code === null) return { kind: 'failed', attempt };
  const { verifier, redirect_uri, nonce } = attempt;
  return { kind: 'code', attempt, body: { code, code_verifier: verifier, redirect_uri, nonce } };
}
