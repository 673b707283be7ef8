/** The shop inside the stand-in's page that plays the app of Touch 'n Go (docs/partners.md#2). */
import type { Frame, Page } from 'playwright-core';
import { inject } from 'vitest';
import type { Lang } from './guest-checkout.ts';
import { newShopper, type Shopper, type ShopperOptions } from './shopper.ts';

/** Words of the app. */
export const APP = {
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
    unknownPaid: '结果未知，8秒后成功',
    unknownFailed: '结果未知，8秒后失败',
    offline: '付款后断网',
    noticeOnly: '付款，只有服务器通知',
  },
} as const;

export type Outcome = Exclude<keyof (typeof APP)['en'], 'shop' | 'consent' | 'allow' | 'refuse'>;

export type AppUser = { shopper: Shopper; page: Page; lang: Lang; shop: Frame };

const hydrated = (shop: Frame) => shop.locator('html[data-ready]').waitFor({ state: 'attached' });

/** Opens the app on a device and the mini-program in it; returns the frame with the shop. */
export async function openMiniProgram(lang: Lang, options: ShopperOptions = {}): Promise<AppUser> {
  const shopper = await newShopper({ ...options, lang });
  const { page } = shopper;
  const { mini_programs } = await (await page.request.get('/api/settings')).json();
  const app = new URL('/', mini_programs[0].bridge_url);
  app.searchParams.set('lang', lang);
  await page.goto(app.href);
  const shop = await (await page.getByTitle(APP[lang].shop).elementHandle())?.contentFrame();
  if (shop == null) throw new Error('The app shows no shop');
  await shop.waitForURL((url) => url.searchParams.get('branch') === 'tng');
  await hydrated(shop);
  return { shopper, page, lang, shop };
}

/** Answers the consent sheet as the user with this name; null refuses. */
export async function answerConsent({ page, lang }: AppUser, name: string | null): Promise<void> {
  const sheet = page.getByRole('dialog', { name: APP[lang].consent });
  if (name !== null) await sheet.getByRole('radio', { name }).check();
  await sheet.getByRole('button', { name: APP[lang][name === null ? 'refuse' : 'allow'], exact: true }).click();
}

/** Chooses how the open payment sheet ends. */
export async function endSheet({ page, lang }: AppUser, outcome: Outcome): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: APP[lang][outcome], exact: true }).click();
}

/** Opens a document of the shop in the app. */
export async function visitShop({ shop, lang }: AppUser, path: string): Promise<void> {
  const address = new URL(path, inject('storeUrl'));
  if (lang !== 'en') address.searchParams.set('lang', lang);
  address.searchParams.set('branch', 'tng');
  await shop.goto(address.href);
  await hydrated(shop);
}
