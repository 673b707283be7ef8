/** The shop inside the stand-in's page that plays the app of Touch 'n Go (docs/partners.md#2). */
import type { Lang } from '@shop/core/lang';
import type { Frame, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { type Behaviour, CALL_BEHAVIOURS } from '../../server/partners/tng/stand-in-outcomes.ts';
import { newShopper, type Shopper, type ShopperOptions } from './shopper.ts';

/** Words of the app. */
export const APP_WORDS = {
  en: {
    shop: 'The shop',
    consent: 'Share your details with the shop?',
    allow: 'Allow',
    refuse: 'Do not allow',
    pay: 'Pay',
    fail: 'Refuse the payment',
    cancel: 'Cancel',
    close: 'Close this sheet',
    unknownPaid: 'Unknown for 8 seconds, then paid',
    unknownFailed: 'Unknown for 8 seconds, then refused',
    offline: 'Pay, then lose the connection',
    noticeOnly: 'Pay, only the notice arrives',
    returnOnly: 'Pay, no notice arrives',
    late: 'Pay, the notice arrives a minute later',
    twice: 'Pay, the notice arrives twice',
    reordered: 'Pay, then a failed notice arrives',
  },
  zh: {
    shop: '商店',
    consent: '与商店分享您的资料？',
    allow: '允许',
    refuse: '不允许',
    pay: '付款',
    fail: '拒绝付款',
    cancel: '取消',
    close: '关闭此页',
    unknownPaid: '结果未知，8 秒后成功',
    unknownFailed: '结果未知，8 秒后失败',
    offline: '付款后断网',
    noticeOnly: '付款，只有服务器通知',
    returnOnly: '付款，没有服务器通知',
    late: '付款，通知迟一分钟',
    twice: '付款，通知重复两次',
    reordered: '付款后才收到失败通知',
  },
} as const;

export type SheetOutcome = Exclude<keyof (typeof APP_WORDS)['en'], 'shop' | 'consent' | 'allow' | 'refuse'>;

/** The form of the sandbox that chooses the answer of the next payment call. */
const NEXT_CALL_FORM = {
  en: { field: 'Answer of the payment call', set: 'Set' },
  zh: { field: '付款请求的回应', set: '设定' },
} as const;

export type AppUser = { shopper: Shopper; page: Page; lang: Lang; shop: Frame };

const waitForHydration = (shop: Frame) => shop.locator('html[data-ready]').waitFor({ state: 'attached' });

/** Opens the app on a device and the mini-program in it; returns the frame with the shop. */
export async function openMiniProgram(lang: Lang, options: ShopperOptions = {}): Promise<AppUser> {
  const shopper = await newShopper({ ...options, lang });
  const { page } = shopper;
  const { mini_programs } = await (await page.request.get('/api/settings')).json();
  const app = new URL('/', mini_programs[0].bridge_url);
  app.searchParams.set('lang', lang);
  await page.goto(app.href);
  const shop = await (await page.getByTitle(APP_WORDS[lang].shop).elementHandle())?.contentFrame();
  if (shop == null) throw new Error('The app shows no shop');
  await shop.waitForURL((url) => url.searchParams.get('branch') === 'tng');
  await waitForHydration(shop);
  return { shopper, page, lang, shop };
}

/** Answers the consent sheet as the user with this name; null refuses. */
export async function answerConsent({ page, lang }: AppUser, name: string | null): Promise<void> {
  const sheet = page.getByRole('dialog', { name: APP_WORDS[lang].consent });
  if (name !== null) await sheet.getByRole('radio', { name }).check();
  await sheet.getByRole('button', { name: APP_WORDS[lang][name === null ? 'refuse' : 'allow'], exact: true }).click();
}

/** Chooses how the open payment sheet ends. */
export async function endSheet({ page, lang }: AppUser, outcome: SheetOutcome): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: APP_WORDS[lang][outcome], exact: true }).click();
}

/** Chooses in the sandbox how the next payment call of the shop's server is answered. */
export async function answerPayCall({ page, lang }: AppUser, behaviour: Behaviour): Promise<void> {
  await page.getByLabel(NEXT_CALL_FORM[lang].field).selectOption({ label: CALL_BEHAVIOURS[behaviour][lang] });
  const answer = page.waitForResponse((response) => new URL(response.url()).pathname === '/host/next');
  await page.getByRole('button', { name: NEXT_CALL_FORM[lang].set, exact: true }).click();
  expect((await answer).ok()).toBe(true);
}

/** Chooses how the next exchange of a sign-in code is answered. */
export async function answerTokenCall({ page }: AppUser, behaviour: Behaviour): Promise<void> {
  const data = { call: 'applyToken', behaviour };
  expect((await page.request.post(new URL('/host/next', page.url()).href, { data })).ok()).toBe(true);
}

/** Opens a document of the shop in the app. */
export async function visitShop({ shop, lang }: AppUser, path: string): Promise<void> {
  const address = new URL(path, inject('storeUrl'));
  if (lang !== 'en') address.searchParams.set('lang', lang);
  address.searchParams.set('branch', 'tng');
  // A payment page may lead on before it has loaded.
  await shop.goto(address.href, { waitUntil: 'commit' });
  await waitForHydration(shop);
}
