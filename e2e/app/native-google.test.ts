/** Signing in with Google by the app's own dialog, through Capacitor's own bridge (docs/partners.md#5). */
import { accountPath } from '@shop/core/links/paths';
import { refusal } from '@shop/core/refusal';
import { formatRefusal } from '@shop/core/refusal-text';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { STAND_IN_PEOPLE } from '../../server/partners/google/stand-in.ts';
import { en } from '../../web/i18n/en/bundles/all.ts';
import { zh } from '../../web/i18n/zh/bundles/all.ts';
import { findings } from '../testing/axe.ts';
import { PASSWORD } from '../testing/customer.ts';
import { runApp } from '../testing/native-bridge.ts';
import { expectQuiet, newShopper, PHONE } from '../testing/shopper.ts';

const TEXTS = { en, zh };

const SCENES = [
  { lang: 'en', platform: 'android' },
  { lang: 'zh', platform: 'ios' },
] as const;

const CANCELLED = { error: { message: 'Google Sign-In cancelled by user', code: 'USER_CANCELLED' } };

type GoogleClients = { client_id: string; authorize_url: string; app_client_ids: { ios: string; android: string } };

async function readClients(page: Page): Promise<GoogleClients> {
  return ((await (await page.request.get('/api/settings')).json()) as { google: GoogleClients }).google;
}

/** Chooses a person in Google's dialog of the app. */
async function choose(page: Page, email: string, platform: 'android' | 'ios', nonce: string) {
  const { authorize_url, app_client_ids } = await readClients(page);
  const url = new URL('/app-token', authorize_url);
  url.searchParams.set('person', STAND_IN_PEOPLE.find((person) => person.email === email)?.sub ?? '');
  url.searchParams.set('client_id', app_client_ids[platform]);
  url.searchParams.set('nonce', nonce);
  const { id_token } = (await (await fetch(url)).json()) as { id_token: string };
  return { idToken: id_token };
}

describe.each(SCENES)('in $lang on $platform', ({ lang, platform }) => {
  const say = TEXTS[lang];

  test('signs in and continues to the requested page', async () => {
    const shopper = await newShopper({ viewport: PHONE, lang });
    const { page } = shopper;
    const secrets = new Map<string, string>();
    const nonces: string[] = [];
    const app = await runApp(page, {
      platform,
      secrets,
      google: (nonce) => {
        nonces.push(nonce);
        return choose(page, 'mei.google@example.com', platform, nonce);
      },
    });
    await shopper.visit(`/signin?then=${accountPath('orders')}`);
    const signIn = page.waitForRequest(
      (request) => request.url().includes('/api/token') && request.method() === 'POST',
    );
    await page.getByRole('button', { name: say['identity.google'] }).click();
    await page.waitForURL((url) => url.pathname === accountPath('orders'));
    await expect.poll(() => [...secrets.values()].some((each) => each.startsWith('c_'))).toBe(true);
    const { client_id, app_client_ids } = await readClients(page);
    expect(app.calls('SocialLogin.initialize')).toEqual([
      { google: { webClientId: client_id, iOSServerClientId: client_id, iOSClientId: app_client_ids.ios } },
    ]);
    expect(app.calls('SocialLogin.login')).toEqual([
      { provider: 'google', options: { nonce: nonces[0], forcePrompt: true } },
    ]);
    // The request has the secret nonce, of which Google only saw the hash.
    const { nonce } = (await signIn).postDataJSON() as { nonce: string };
    expect(nonces).not.toContain(nonce);
    expectQuiet(shopper);
  });

  test('says nothing after the dialog was closed, and what went wrong otherwise', async () => {
    const shopper = await newShopper({ viewport: PHONE, lang });
    const { page, complaints } = shopper;
    const answers = [
      async () => CANCELLED,
      async () => ({ error: { message: 'Google Sign-In failed: no network' } }),
      (nonce: string) => choose(page, 'unverified.google@example.com', platform, nonce),
      () => choose(page, 'mei.google@example.com', platform, 'of another dialog'),
      async () => CANCELLED,
    ];
    const app = await runApp(page, {
      platform,
      google: async (nonce) => (await answers.shift()?.(nonce)) ?? CANCELLED,
    });
    await shopper.visit('/signin');
    const button = page.getByRole('button', { name: say['identity.google'] });
    const alert = page.getByRole('alert').filter({ hasText: formatRefusal(refusal('auth.google_failed'), lang) });
    const press = async (times: number) => {
      await button.click();
      await expect.poll(() => app.calls('SocialLogin.login').length).toBe(times);
      await shopper.settle();
      await expect.poll(() => button.isEnabled()).toBe(true);
    };
    await press(1);
    expect(await page.getByRole('alert').count()).toBe(0);
    await press(2);
    await alert.waitFor();
    expect(await findings(page)).toEqual([]);
    expect(complaints).toEqual([expect.stringContaining('no network')]);
    await press(3);
    await alert.waitFor();
    await press(4);
    await alert.waitFor();
    // A closed dialog leaves no error of an earlier attempt.
    await press(5);
    await alert.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/signin');
    complaints.splice(0, 1);
    expectQuiet(shopper, [422]);
  });
});

test('signs up by the dialog only with a code that is known, and continues to the requested page', async () => {
  const shopper = await newShopper({ viewport: PHONE });
  const { page } = shopper;
  const app = await runApp(page, { google: (nonce) => choose(page, 'mei.google@example.com', 'android', nonce) });
  await shopper.visit(`/signup?then=${accountPath('orders')}&referral_code=AAAA-0000`);
  const button = page.getByRole('button', { name: en['identity.google'] });
  await button.click();
  await page.getByText(en['identity.referral_wrong']).first().waitFor();
  expect(app.calls('SocialLogin.login')).toEqual([]);
  await page.getByRole('textbox', { name: en['identity.referral_code'] }).fill('');
  await button.click();
  await page.waitForURL((url) => url.pathname === accountPath('orders'));
  expectQuiet(shopper);
});

test('links Google to an account; a closed dialog changes nothing', async () => {
  const email = 'nurul.google@example.com';
  const shopper = await newShopper({ viewport: PHONE });
  const { page } = shopper;
  const body = { name: 'Nurul Aziz', email, password: PASSWORD, accept_terms: true };
  const { token } = (await (await page.request.post('/api/register', { data: body })).json()) as { token: string };
  const answers = [async () => CANCELLED, (nonce: string) => choose(page, email, 'android', nonce)];
  await page.addInitScript((value) => localStorage.setItem('auth_token', value), token);
  const app = await runApp(page, { google: async (nonce) => (await answers.shift()?.(nonce)) ?? CANCELLED });
  await shopper.visit(accountPath('logins'));
  const link = page.getByRole('button', { name: en['account.link_google'] });
  await link.click();
  await expect.poll(() => app.calls('SocialLogin.login').length).toBe(1);
  await expect.poll(() => link.isEnabled()).toBe(true);
  expect(await page.getByText(en['account.google_cancelled']).count()).toBe(0);
  await link.click();
  await page.getByText(en['account.google_linked']).waitFor();
  await page.getByText(email).first().waitFor();
  expectQuiet(shopper);
});

test('fills the heart after signing in with Google in its sheet', async () => {
  const shopper = await newShopper({ viewport: PHONE, lang: 'zh' });
  const { page } = shopper;
  await runApp(page, { google: (nonce) => choose(page, 'nurul.google@example.com', 'android', nonce) });
  await shopper.visit('/products?keyword=kaya');
  const heart = page.getByRole('button', { name: /^加入我的最爱: .*班兰咖椰/ }).first();
  await heart.click();
  const sheet = page.getByRole('dialog', { name: '登录' });
  await sheet.getByRole('button', { name: zh['identity.google'] }).click();
  await sheet.waitFor({ state: 'hidden' });
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
  expect(new URL(page.url()).pathname).toBe('/products');
  expectQuiet(shopper);
});

test('a browser goes to Google’s page, and a mini-program has no such button', async () => {
  const shopper = await newShopper({ viewport: PHONE });
  await shopper.visit('/signin');
  await shopper.page.getByRole('button', { name: en['identity.google'] }).click();
  await shopper.page.getByText('mei.google@example.com').waitFor();
  const miniProgram = await newShopper({ viewport: PHONE, userAgent: 'Mozilla/5.0 MiniProgram' });
  await miniProgram.visit('/signin');
  await miniProgram.settle();
  expect(await miniProgram.page.getByRole('button', { name: en['identity.google'] }).count()).toBe(0);
});
