/** Signs in by Google's own dialog, because Google refuses to sign in inside a web view (docs/partners.md#5). */
import { registerPlugin } from '@capacitor/core';
import type { SocialLoginPlugin } from '@capgo/capacitor-social-login';
import { createSecret, type GoogleClient, type GoogleReturn, toBase64Url } from '../identity/google/google.ts';

/** Registered here, because the package's own entry also loads other providers for browsers. */
const SocialLogin = registerPlugin<SocialLoginPlugin>('SocialLogin');

const CANCELLED = 'USER_CANCELLED';

const isCancelled = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === CANCELLED;

const hashSha256 = async (text: string): Promise<string> =>
  toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));

/** Opens the dialog. The audience of its ID token is the shop's web client, as the server expects. */
export async function openGoogleDialog({ client_id, app_client_ids: { ios } }: GoogleClient): Promise<GoogleReturn> {
  const nonce = createSecret();
  try {
    await SocialLogin.initialize({
      google: { webClientId: client_id, iOSServerClientId: client_id, ...(ios !== null && { iOSClientId: ios }) },
    });
    const { result } = await SocialLogin.login({
      provider: 'google',
      // Without a prompt, iOS returns an earlier token, whose nonce does not match.
      options: { nonce: await hashSha256(nonce), forcePrompt: true },
    });
    if (result.responseType === 'online' && result.idToken !== null) {
      return { kind: 'proof', body: { id_token: result.idToken, nonce } };
    }
  } catch (error) {
    if (isCancelled(error)) return { kind: 'cancelled' };
    console.warn('Google did not sign in', error);
  }
  return { kind: 'failed' };
}
