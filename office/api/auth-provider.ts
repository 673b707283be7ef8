/** Sign-in, sign-out and access for react-admin, over the staff API. */
import { parseLang } from '@shop/core/lang';
import type { AuthProvider } from 'ra-core';
import { currentLocale } from '../i18n/current-locale.ts';
import { call, isSignedOut } from './api.ts';
import { requireResource } from './data-provider.ts';
import { may } from './endpoint-roles.ts';
import { queryClient } from './query-client.ts';
import { currentSession, endSession, lock, saveDeviceToken, startSession, unlock } from './session.ts';

export type Credentials = { email: string; password: string; code?: string | undefined };

/** Signs in. The API refuses with `auth.second_factor` if the account needs a code. */
export async function signIn({ email, password, code }: Credentials): Promise<void> {
  const body = { email, password, ...(code !== undefined && { code }), locks_when_idle: true };
  const { token, device_token, staff, second_factor } = await call('staff.signIn', {
    query: { lang: parseLang(currentLocale()) },
    body,
  });
  saveDeviceToken(device_token);
  startSession({ token, staff, mustEnroll: second_factor === 'required' });
}

/** Locks the session here and at the API, which refuses all calls until it is unlocked. */
export async function lockSession(): Promise<void> {
  lock();
  // Without network the office is locked only here; the API locks an idle session by itself.
  await call('staff.lock', {}).catch(() => undefined);
}

export async function unlockSession({ password }: Credentials): Promise<void> {
  await call('staff.unlock', { query: { lang: parseLang(currentLocale()) }, body: { password } });
  unlock(Date.now());
  await queryClient.invalidateQueries();
}

async function signOut(): Promise<void> {
  if (currentSession() === null) return;
  // If the API cannot be reached, the token expires by itself.
  await call('staff.signOut', {}).catch(() => undefined);
  endSession();
}

export const authProvider: AuthProvider = {
  login: signIn,
  logout: signOut,
  async checkAuth() {
    if (currentSession() === null) throw new Error('Not signed in');
  },
  async checkError(error) {
    if (!isSignedOut(error)) return;
    endSession();
    throw error;
  },
  async getIdentity() {
    const staff = currentSession()?.staff;
    if (staff === undefined) throw new Error('Not signed in');
    return { id: staff.id, fullName: staff.email };
  },
  async canAccess({ resource }) {
    return may(requireResource(resource).needs);
  },
};
