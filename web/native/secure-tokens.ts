/**
 * Stores tokens in the system's secure storage, Keychain or Keystore, instead of the web view's local storage. Loads
 * them once, before the page reads any, so that reading is synchronous; writes them in the background.
 */
import { KeychainAccess, SecureStorage } from '@aparajita/capacitor-secure-storage';
import { authToken, deviceToken, guestToken, openVault } from '../storage.ts';
import { logFailure } from './bridge-calls.ts';

/** Values that give access to an account or a cart, or mark a device as known. */
const TOKENS = { auth_token: authToken, guest_token: guestToken, device_token: deviceToken };

/**
 * Loads a token. One in local storage is newer, from a run without secure storage, and is moved into secure storage.
 */
async function loadToken(key: keyof typeof TOKENS): Promise<[string, string | null]> {
  const stored = await SecureStorage.getItem(key);
  const local = TOKENS[key].read();
  if (local !== null) await SecureStorage.setItem(key, local);
  return [key, local ?? stored];
}

async function openTokenVault(): Promise<void> {
  // Excludes the tokens from backups, which could be restored to another phone.
  await SecureStorage.setDefaultKeychainAccess(KeychainAccess.whenUnlockedThisDeviceOnly);
  const tokens = new Map(
    await Promise.all([loadToken('auth_token'), loadToken('guest_token'), loadToken('device_token')]),
  );
  for (const token of Object.values(TOKENS)) token.remove();
  openVault({
    has: (key) => tokens.has(key),
    getItem: (key) => tokens.get(key) ?? null,
    setItem(key, value) {
      tokens.set(key, value);
      logFailure(SecureStorage.setItem(key, value));
    },
    removeItem(key) {
      tokens.set(key, null);
      logFailure(SecureStorage.removeItem(key));
    },
  });
}

/** Opens the secure storage; if the system refuses, tokens remain in local storage, as in a browser. */
export const openSecureTokens = (): Promise<void> =>
  openTokenVault().catch((error: unknown) => console.warn('The secure storage is not available', error));
