/** docs/spec.md §3 `tng_user_loading`, `tng_user_info`: over HTTP, with the cart and the checkout that the pages use. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ResponseOf } from '@shop/contract/api/client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { EMPTY_ADDRESS_FORM } from '../addresses/address-form.ts';
import { createCall } from '../testing/api-responses.ts';
import { stubBrowser } from '../testing/browser-globals.ts';
import type { HostApp } from './host-app.ts';

const TOKEN = `c_${'a'.repeat(43)}`;
const USER = { name: 'Tan Mei Ling', phone: '+60123456789', email: null };

let server: Server;
let requests: { body: unknown; branch: unknown }[];
/** Responses of `POST /auth/tng` in their order; the last one stays. */
let answers: { status: number; body: unknown }[];
let stopCart = () => {};

beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      // These tests need no response about the cart.
      if (request.url !== '/api/auth/tng') return response.writeHead(404).end();
      const [answer] = answers.length > 1 ? answers.splice(0, 1) : answers;
      requests.push({ body: JSON.parse(Buffer.concat(parts).toString()), branch: request.headers['x-branch'] });
      response.writeHead(answer?.status ?? 500, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer?.body));
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  vi.stubEnv('VITE_API_HOST', `http://127.0.0.1:${port}`);
});
afterAll(() => {
  server.close();
  vi.unstubAllEnvs();
});
beforeEach(() => {
  vi.resetModules();
  stubBrowser();
  requests = [];
  const session = { token: TOKEN, me: { display_name: 'Mei' }, cart_changed: false, device_token: null };
  answers = [{ status: 200, body: { ...session, tng_user_info: USER } }];
});
afterEach(() => {
  stopCart();
  vi.unstubAllGlobals();
});

/** Opens a page in the session of the branch, in an app with this `getAuthCode`; null is an app without a bridge. */
async function openPage(getAuthCode: NonNullable<HostApp['getAuthCode']> | null) {
  const { sessionBranch } = await import('./branch.ts');
  const { createBridge } = await import('./bridge.ts');
  const { signInByTng, claimAutomaticSignIn } = await import('./tng-sign-in.ts');
  const { checkoutActions, restoreCheckout, useCheckout } = await import('../checkout/checkout-store.ts');
  const { authToken } = await import('../storage.ts');
  const { startCart } = await import('../cart/sync/LazyCart.tsx');
  const { createQueryClient } = await import('../api/query-client.ts');
  const { createT } = await import('../i18n/MessagesProvider.tsx');
  const { en } = await import('../i18n/en/bundles/all.ts');
  sessionBranch.write('tng');
  stopCart = startCart({ queries: createQueryClient(createCall({})), lang: 'en', t: createT('en', en) });
  const bridge = getAuthCode && createBridge({ getAuthCode });
  const sessions: ResponseOf<'identity.signInByTng'>[] = [];
  const signIn = () =>
    signInByTng({
      connect: async () => bridge,
      lang: 'en',
      applySession(response) {
        sessions.push(response);
        authToken.write(response.token);
      },
    });
  const state = () => useCheckout.getState().state;
  return { signIn, sessions, claimAutomaticSignIn, checkoutActions, restoreCheckout, state, useCheckout };
}

test('signs in with the app’s code, and shows the user’s details in the checkout', async () => {
  let giveCode = (_: string) => {};
  const page = await openPage(({ success }) => {
    giveCode = (authCode) => success({ authCode });
  });
  const signingIn = page.signIn();
  await vi.waitFor(() => expect(page.state().tng_user_loading).toBe(true));
  expect(page.state().tng_user_info).toBeNull();
  // A second tap while the consent sheet is open.
  expect(await page.signIn()).toEqual({ kind: 'busy' });
  giveCode('code-1');
  expect(await signingIn).toEqual({ kind: 'signed-in' });
  const body = { code: 'code-1', referral_code: null, store_referral: null };
  expect(requests).toEqual([{ body, branch: 'tng' }]);
  expect(page.sessions.map(({ token }) => token)).toEqual([TOKEN]);
  expect(page.state()).toMatchObject({ tng_user_loading: false, tng_user_info: USER });
});

test('fills empty contact fields of an address being typed, and no other', async () => {
  const page = await openPage(({ success }) => success({ authCode: 'code-1' }));
  const shipping = { ...EMPTY_ADDRESS_FORM, recipient: 'Mei (office)', zip: '47300' };
  await page.restoreCheckout();
  page.checkoutActions.setDraft({ shipping, billing: EMPTY_ADDRESS_FORM, same: true });
  await page.signIn();
  expect(page.useCheckout.getState().draft).toEqual({
    shipping: { ...shipping, contact_number: '123456789' },
    billing: EMPTY_ADDRESS_FORM,
    same: true,
  });
});

test.each<[string, NonNullable<HostApp['getAuthCode']> | null, (typeof answers)[number] | null, object]>([
  ['the user refuses', ({ fail }) => fail({ code: 11 }), null, { kind: 'refused' }],
  ['the app fails', ({ fail }) => fail({ code: 2 }), null, { kind: 'failed', message: '' }],
  ['the app does not respond', null, null, { kind: 'failed', message: '' }],
  [
    'the shop refuses the code',
    ({ success }) => success({ authCode: 'used' }),
    { status: 422, body: { code: 'auth.tng_failed', message: 'Sign-in did not work.' } },
    { kind: 'failed', message: 'Sign-in did not work.' },
  ],
])('%s: shopping goes on as a guest', async (_, getAuthCode, refusal, result) => {
  if (refusal !== null) answers = [refusal];
  const page = await openPage(getAuthCode);
  expect(await page.signIn()).toEqual(result);
  expect(page.sessions).toEqual([]);
  expect(requests).toHaveLength(refusal === null ? 0 : 1);
  expect(page.state()).toMatchObject({ tng_user_loading: false, tng_user_info: null });
  // A tap tries again.
  expect(await page.signIn()).toEqual(result);
});

test('a wrong code of a friend’s link does not block the sign-in', async () => {
  const page = await openPage(({ success }) => success({ authCode: 'code-1' }));
  const { friendCode } = await import('../identity/sign-up/friend-code.ts');
  friendCode.write('AAAA-0000');
  answers.unshift({ status: 422, body: { code: 'request.invalid', message: 'No', errors: { referral_code: ['No'] } } });
  expect(await page.signIn()).toEqual({ kind: 'signed-in' });
  expect(requests.map(({ body }) => body)).toMatchObject([{ referral_code: 'AAAA-0000' }, { referral_code: null }]);
  expect(friendCode.read()).toBeNull();
});

test('a page signs in by itself once per session, and only a guest', async () => {
  const page = await openPage(({ fail }) => fail({ code: 11 }));
  expect(page.claimAutomaticSignIn()).toBe(true);
  expect(page.claimAutomaticSignIn()).toBe(false);
  // Another document of the session.
  vi.resetModules();
  const laterPage = await openPage(({ fail }) => fail({ code: 11 }));
  expect(laterPage.claimAutomaticSignIn()).toBe(false);
  stubBrowser();
  vi.resetModules();
  const signedInPage = await openPage(({ success }) => success({ authCode: 'code-1' }));
  await signedInPage.signIn();
  expect(signedInPage.claimAutomaticSignIn()).toBe(false);
});
