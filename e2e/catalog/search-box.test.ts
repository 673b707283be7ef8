/** The search box with its suggestions, by keyboard and by touch; the category menus; contact form and FAQ. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findings } from '../testing/axe.ts';
import { listSent, readInbox } from '../testing/inbox.ts';
import { waitUntilOverlayEnteredHistory } from '../testing/overlays.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE } from '../testing/shopper.ts';

/** Longer than the pause in typing after which the field requests suggestions. */
const LONGER_THAN_TYPING_PAUSE_MS = 400;

/** Returns the option that the field's aria-activedescendant names. */
const readActiveOption = async (page: Page, field: Locator): Promise<string> => {
  const id = await field.getAttribute('aria-activedescendant');
  return id === null ? '' : ((await page.locator(`[id="${id}"][role=option]`).textContent()) ?? '');
};

const hasFocus = (part: Locator) => part.evaluate((element) => element === document.activeElement);

test('types, fills by arrow keys, adds a suggested product and searches, by keyboard (docs/ux.md#rule-13)', async () => {
  const shopper = await newShopper({ viewport: DESKTOP });
  const { page } = shopper;
  await shopper.visit('/');
  const field = page.getByRole('combobox', { name: 'Search products' });
  await field.focus();
  await page.keyboard.type('kaya');
  const list = page.getByRole('listbox', { name: 'Suggestions' });
  const pandan = list.getByRole('option', { name: /^Nyonya Pot Pandan Kaya RM6\.90/ });
  await pandan.waitFor();
  expect(await field.getAttribute('aria-expanded')).toBe('true');
  expect(await list.getByRole('option').count()).toBeLessThanOrEqual(10);
  await expect
    .poll(() => page.getByRole('status').allTextContents())
    .toContainEqual(expect.stringMatching(/suggestions/));

  expect(await findings(page)).toEqual([]);

  // "arrow keys fill the field", and the focus never leaves it.
  for (let presses = 0; presses < 10; presses += 1) {
    await page.keyboard.press('ArrowDown');
    if ((await readActiveOption(page, field)).startsWith('Nyonya Pot Pandan Kaya')) break;
  }
  expect(await field.inputValue()).toBe('Nyonya Pot Pandan Kaya');
  expect(await hasFocus(field)).toBe(true);

  await page.keyboard.press('Tab');
  // The page behind may offer the same product.
  const search = page.getByRole('search');
  await expect
    .poll(() => hasFocus(search.getByRole('button', { name: 'Add Nyonya Pot Pandan Kaya to the cart' })))
    .toBe(true);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Cart, 1 item, RM6\.90/ }).waitFor();
  await expect
    .poll(() => hasFocus(search.getByRole('button', { name: 'One more of Nyonya Pot Pandan Kaya' })))
    .toBe(true);

  // Escape closes the list and restores the typed text; again, it clears the field.
  await page.keyboard.press('Escape');
  expect(await hasFocus(field)).toBe(true);
  expect(await field.inputValue()).toBe('kaya');
  expect(await field.getAttribute('aria-expanded')).toBe('false');
  await page.keyboard.press('Escape');
  expect(await field.inputValue()).toBe('');

  await page.keyboard.type('kaya');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/products?keyword=kaya');
  await page.getByRole('heading', { level: 1, name: /kaya/ }).waitFor();
  expect(await field.inputValue()).toBe('kaya');

  // Recent searches are stored on the device, and can be removed.
  await field.fill('');
  const recentSearch = page.getByRole('option', { name: 'kaya recent search' });
  await recentSearch.waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await recentSearch.waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(field)).toBe(true);
  await page.keyboard.press('Tab');
  await expect.poll(() => list.count()).toBe(0);
  expectQuiet(shopper);
});

test('opens a panel that Back closes and lists recent searches, on a phone, in Chinese', async () => {
  const shopper = await newShopper({ viewport: PHONE, lang: 'zh' });
  const { page } = shopper;
  await shopper.visit('/');
  const field = page.getByRole('combobox', { name: '搜索商品' });
  await field.tap();
  await page.getByRole('button', { name: '关闭搜索' }).waitFor();
  await field.fill('咖椰');
  const options = page.getByRole('listbox', { name: '搜索建议' }).getByRole('option');
  await options.filter({ hasText: '班兰咖椰' }).first().waitFor();
  expect(await options.count()).toBeLessThanOrEqual(6);

  await waitUntilOverlayEnteredHistory(page);
  await page.goBack();
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/');

  await field.tap();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/products\?keyword=/);
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await page.goBack();
  // A new page starts with an empty field.
  await expect.poll(() => field.inputValue()).toBe('');
  await field.tap();
  await page.getByRole('option', { name: '咖椰 搜索过' }).tap();
  await page.waitForURL(/\/products\?keyword=/);
  await expect.poll(() => field.inputValue()).toBe('咖椰');
  expectQuiet(shopper);
});

test('lists what is popular and every aisle below an empty field, and names an aisle that reads like a term', async () => {
  const { page, visit } = await newShopper({ viewport: DESKTOP, lang: 'zh' });
  await visit('/');
  const field = page.getByRole('combobox', { name: '搜索商品' });
  await field.click();
  const aisles = page.getByRole('group', { name: '分类' }).getByRole('option');
  await expect
    .poll(() => aisles.allTextContents())
    .toEqual(['零食', '生鲜', '面包与早餐', '厨房干货', '冷藏冷冻', '饮料', '家居用品']);
  expect(await page.getByRole('group', { name: '大家都在买' }).getByRole('option').count()).toBe(5);
  await field.fill('快熟');
  await page.getByRole('option', { name: '快熟面', exact: true }).waitFor();
  await page.getByRole('option', { name: '分类：快熟面', exact: true }).waitFor();
});

test('searches for an IME composition only when it is committed', async () => {
  const shopper = await newShopper({ viewport: DESKTOP, lang: 'zh' });
  const { page } = shopper;
  await page.clock.install();
  await shopper.visit('/');
  const field = page.getByRole('combobox', { name: '搜索商品' });
  await field.click();
  await page.getByRole('option').first().waitFor();
  const searches: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/search?')) searches.push(new URL(request.url()).searchParams.get('keyword') ?? '');
  });
  const keyboard = await page.context().newCDPSession(page);
  await keyboard.send('Input.imeSetComposition', { text: 'kuai', selectionStart: 4, selectionEnd: 4 });
  await expect.poll(() => field.inputValue()).toBe('kuai');
  await shopper.settle();
  await page.clock.runFor(LONGER_THAN_TYPING_PAUSE_MS);
  await shopper.settle();
  expect(searches).toEqual([]);
  await keyboard.send('Input.insertText', { text: '快熟面' });
  await expect.poll(() => searches).toEqual(['快熟面']);
});

test('searches by a plain form without JavaScript', async () => {
  const shopper = await newShopper({ javaScript: false });
  const { page } = shopper;
  await shopper.visit('/');
  await page.locator('input[name=keyword]').fill('kaya');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/products?keyword=kaya');
});

test('moves in the category menu by arrow keys, marks the current category and returns the focus: "Menus" (docs/spec.md §2)', async () => {
  const shopper = await newShopper({ viewport: DESKTOP });
  const { page } = shopper;
  await shopper.visit('/categories/view?categories=fresh,fresh-fruit');
  const button = page.getByRole('button', { name: 'Aisles' });
  await button.focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true');
  const menu = page.getByRole('navigation', { name: 'Aisles' });
  await menu.waitFor();
  await expect.poll(() => hasFocus(menu.getByRole('link', { name: 'Fresh', exact: true }))).toBe(true);
  expect(await menu.getByRole('link', { name: /^Fruit/ }).getAttribute('aria-current')).toBe('page');
  await page.keyboard.press('ArrowRight');
  expect(await hasFocus(menu.getByRole('link', { name: /^Fruit/ }))).toBe(true);
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  expect(await hasFocus(button)).toBe(true);
  expectQuiet(shopper);
});

test('shows root categories as tabs: "category view (bottom sheet)" (docs/spec.md §2)', async () => {
  const shopper = await newShopper({ viewport: PHONE });
  const { page } = shopper;
  await shopper.visit('/');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Aisles' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Aisles' });
  await sheet.getByRole('tab', { name: 'Pantry' }).tap();
  await sheet.getByRole('link', { name: 'Instant noodles' }).tap();
  await page.getByRole('heading', { level: 1, name: 'Instant noodles' }).waitFor();
  expectQuiet(shopper);
});

test('shows errors, then creates a ticket and sends a mail: "/contact-us" (docs/spec.md §2)', async () => {
  const shopper = await newShopper({ viewport: PHONE });
  const { page } = shopper;
  const email = `contact-${Date.now()}@example.com`;
  await shopper.visit('/contact-us');
  await page.getByRole('button', { name: 'Send message' }).tap();
  const summary = page.getByRole('alert').filter({ hasText: 'There are 4 problems to fix' });
  await summary.waitFor();
  await summary.getByRole('link', { name: 'Email is required' }).tap();
  // docs/spec.md §5 "Form messages"
  await page.keyboard.type('contact@');
  await page.keyboard.press('Tab');
  await page.locator('#contact-email-error').getByText('Please provide valid email address').waitFor();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Your name').fill('Mei Ling');
  await page.getByLabel('Subject').fill('Pandan kaya');
  await page.getByLabel('Message').fill('When is it back?');
  await page.getByRole('button', { name: 'Send message' }).tap();
  await page.getByRole('heading', { name: 'Thank you, Mei Ling' }).waitFor();
  const reference = (await page.getByText(/^[0-9A-Z-]{6,}$/).textContent()) ?? 'none';
  const mail = await readInbox(page, email);
  expect(`${mail.subject} ${mail.text}`).toContain(reference);
  expectQuiet(shopper);
});

test('sends photos with a message: leaves one out, refuses a fourth and what is no photo, and tries again', async () => {
  const shopper = await newShopper({ viewport: PHONE, lang: 'zh' });
  const { page } = shopper;
  const email = `photos-${Date.now()}@example.com`;
  await shopper.visit('/contact-us');
  const picture = await page.screenshot();
  const makePhoto = (name: string) => ({ name, mimeType: 'image/png', buffer: picture });
  const field = page.locator('#contact-photos');
  const removals = page.getByRole('button', { name: /^移除/ });
  await field.setInputFiles([
    makePhoto('egg.png'),
    { name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('no') },
  ]);
  await page.getByText('无法打开这张照片，请使用 JPEG、PNG 或 WebP 格式。').waitFor();
  await expect.poll(() => removals.count()).toBe(1);
  await field.setInputFiles([makePhoto('box.png'), makePhoto('bag.png'), makePhoto('lid.png')]);
  await page.getByText('最多可发送 3 张照片。').waitFor();
  expect(await field.count()).toBe(0);
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: '移除 bag.png' }).tap();
  await expect.poll(() => removals.count()).toBe(2);

  await page.getByLabel('您的姓名').fill('美玲');
  await page.getByLabel('电邮', { exact: true }).fill(email);
  await page.getByLabel('主题').fill('鸡蛋破了');
  await page.getByLabel('留言', { exact: true }).fill('请看照片。');
  // The second photo does not arrive at first.
  let uploads = 0;
  await page.route('**/api/contact-us/photos*', (route) => (++uploads === 2 ? route.abort() : route.continue()));
  await page.getByRole('button', { name: '发送留言' }).tap();
  await page.getByText('未能发送留言，内容都还在，请再试一次。').waitFor();
  await page.getByRole('button', { name: '发送留言' }).tap();
  await page.getByRole('heading', { name: '美玲，谢谢您' }).waitFor();
  expect(uploads).toBe(3);
  const reference = (await page.getByText(/^[0-9A-Z]{8}$/).textContent()) ?? 'none';
  const listMails = () => listSent(page, 'hello@sekampit.example');
  await expect
    .poll(async () => (await listMails()).find(({ subject }) => subject?.includes(reference))?.attachments?.length)
    .toBe(2);
});

test('opens questions without JavaScript and filters them by a word with it: "/faq" (docs/spec.md §2)', async () => {
  const visitorWithoutScripts = await newShopper({ javaScript: false });
  await visitorWithoutScripts.visit('/faq');
  const question = visitorWithoutScripts.page.locator('details').first();
  await question.locator('summary').click();
  expect(await question.getAttribute('open')).not.toBeNull();

  const shopper = await newShopper({ lang: 'zh' });
  const { page } = shopper;
  await shopper.visit('/faq');
  const questionCount = await page.locator('details').count();
  const field = page.getByRole('searchbox', { name: '搜索问题' });
  await field.fill('购物袋费');
  await expect.poll(() => page.locator('main details').count()).toBeLessThan(questionCount);
  // Words that members search for.
  const questions = page.locator('main details');
  for (const [word, question] of [
    ['积分', '怎样赚积分？'],
    ['金币', '怎样使用积分和金币？'],
    ['礼券', '礼券怎么用？'],
    ['签到', '每日签到怎么玩？'],
    ['推荐', '邀请朋友有什么奖励？'],
  ] as const) {
    await field.fill(word);
    await questions.getByText(question, { exact: true }).waitFor();
    await expect.poll(() => questions.count()).toBeLessThan(questionCount / 2);
  }
  await field.fill('没有这样的问题');
  await page.getByRole('heading', { name: /没有与/ }).waitFor();
  await page.getByRole('main').getByRole('link', { name: '联络我们' }).first().click();
  await page.waitForURL(/\/contact-us/);
  for (const word of ['points', 'coins', 'voucher', 'check-in', 'referral']) {
    await visitorWithoutScripts.visit(`/faq?q=${word}`);
    expect(await visitorWithoutScripts.page.locator('main details').count(), word).toBeGreaterThan(0);
  }
  expectQuiet(shopper);
});

test('a search submitted in the moment in which its suggestions open leads to its results, and Back to the page before', async () => {
  const shopper = await newShopper({ viewport: PHONE });
  const { page } = shopper;
  await shopper.visit('/');
  // Types, and submits as soon as the suggestions are in the page.
  await page.evaluate(() => {
    const field = document.querySelector<HTMLInputElement>('header input[name=keyword]');
    const search = field?.closest('search');
    if (field == null || search == null) throw new Error('The page has no search field');
    new MutationObserver((_, observer) => {
      if (search.querySelector('[role=status]') === null) return;
      observer.disconnect();
      field.form?.requestSubmit();
    }).observe(search, { subtree: true, childList: true });
    field.focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'kaya');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const results = page.getByRole('heading', { level: 1 }).filter({ hasText: 'kaya' });
  await results.waitFor();
  await page.waitForURL('**/products?keyword=kaya');
  await page.goBack();
  await page.waitForURL((url) => url.pathname === '/');
  await results.waitFor({ state: 'detached' });
  expectQuiet(shopper);
});
