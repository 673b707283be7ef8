/**
 * Tests every mail in a browser, as `npm run mail:preview` writes it: at 320 and 600 px, in both colour schemes; and
 * where its links lead.
 */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROUTES } from '@shop/core/links/paths';
import { expect, inject, onTestFinished, test } from 'vitest';
import { findings } from '../testing/axe.ts';
import { newShopper } from '../testing/shopper.ts';
import { copySeededDataDir, removeDataDir } from '../testing/store.ts';

/** Writes the mails of a copy of the shop, whose pictures the shared shop serves; returns them by file name. */
async function writeMails(): Promise<Map<string, string>> {
  const dataDir = copySeededDataDir(inject('seededDataDir'));
  onTestFinished(() => removeDataDir(dataDir));
  const env = { ...process.env, NODE_ENV: '', DATABASE_URL: '', DATA_DIR: dataDir, PUBLIC_URL: inject('storeUrl') };
  const program = 'server/notifications/preview/mail-preview-cli.ts';
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env });
  const folder = join(dataDir, 'mail-preview');
  expect(stdout.trim()).toBe(join(folder, 'index.html'));
  const names = readdirSync(folder).filter((name) => /-(en|zh)\.html$/.test(name));
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/** Lists the faults in a mail's content. Runs in the page. */
function listFaults(): string[] {
  const links = Array.from(document.querySelectorAll('a'), (link) => {
    const href = link.getAttribute('href') ?? '';
    const name = `${link.textContent ?? ''}${link.querySelector('img')?.alt ?? ''}`.trim();
    return /^(https?:\/\/[^/]+|mailto:[^@]+@.+|tel:\+?\d{6,})/.test(href) && name !== ''
      ? []
      : [`link ${href} "${name}"`];
  });
  const pictures = Array.from(document.images, ({ alt, src, naturalWidth }) =>
    alt !== '' && naturalWidth > 0 ? [] : [`picture ${src} "${alt}"`],
  );
  const preheader = document.querySelector('[data-preheader]');
  const isHidden = preheader !== null && getComputedStyle(preheader).display === 'none';
  return [
    ...links.flat(),
    ...pictures.flat(),
    ...(isHidden && /^\p{L}|^\d/u.test(preheader.textContent ?? '') ? [] : ['no preheader']),
    ...(document.title === '' || document.title !== document.querySelector('h1')?.textContent ? ['no title'] : []),
  ];
}

let mailsPromise: Promise<Map<string, string>> | undefined;
/** Reads the mails; the first call writes them for all tests of this file. */
const readMails = () => {
  mailsPromise ??= writeMails();
  return mailsPromise;
};

test('every mail fits 320 and 600 px, is readable in light and dark, and has pictures with words and links that lead somewhere', async () => {
  const mails = await readMails();
  expect(mails.size).toBeGreaterThan(50);
  const { page } = await newShopper();
  const faults: string[] = [];
  let pictures = 0;
  for (const [name, html] of mails) {
    await page.setContent(html);
    const backgrounds = new Set<string>();
    faults.push(...(await page.evaluate(listFaults)).map((fault) => `${name}: ${fault}`));
    pictures += await page.evaluate(() => document.images.length);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [600, 320]) {
        await page.setViewportSize({ width, height: 640 });
        const contentWidth = await page.evaluate(() => document.documentElement.scrollWidth);
        if (contentWidth > width) faults.push(`${name}: ${contentWidth} px wide at ${width} px`);
      }
      backgrounds.add(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
      faults.push(...(await findings(page)).map((finding) => `${name}, ${colorScheme}: ${finding}`));
    }
    if (backgrounds.size < 2) faults.push(`${name}: looks the same in the dark`);
  }
  expect(faults).toEqual([]);
  expect(pictures).toBeGreaterThan(50);
});

/** Lists the addresses of the shop that the links of a mail lead to. */
const listShopLinks = (html: string): string[] =>
  [...html.matchAll(/<a href="([^"]+)"/g)].flatMap(([, href = '']) => {
    const url = href.replaceAll('&amp;', '&').split('#')[0] ?? '';
    return url.startsWith(inject('storeUrl')) ? [url] : [];
  });

test('each link of a mail to the shop itself is answered with its page or a redirect', async () => {
  const mails = await readMails();
  const mailsByLink = new Map<string, string>();
  for (const [name, html] of mails) for (const link of listShopLinks(html)) mailsByLink.set(link, name);
  const { page } = await newShopper();
  const deadLinks: string[] = [];
  for (const [link, name] of mailsByLink) {
    const status = (await page.request.get(link, { maxRedirects: 0 })).status();
    if (status < 200 || status >= 400) deadLinks.push(`${name}: ${link} answers ${status}`);
  }
  expect(deadLinks).toEqual([]);
  const pages = new Set([...mailsByLink.keys()].map((link) => new URL(link).pathname));
  expect([...pages]).toEqual(
    expect.arrayContaining([
      ...[ROUTES.trackedOrder, ROUTES.wallet, ROUTES.notificationSettings, ROUTES.shockingDeals],
      ...[ROUTES.confirmAlert, ROUTES.endAlert, ROUTES.unsubscribe],
    ]),
  );
});
