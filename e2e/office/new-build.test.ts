/** A new build of the office replaces an earlier one; pages that have the earlier one open go on with its files. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, inject, onTestFinished, test } from 'vitest';
import { DEMO_STAFF } from '../../demo/data/personas.ts';
import { en } from '../../office/i18n/en.ts';
import { PASSWORD } from '../testing/customer.ts';
import { buildSecondOffice, openOfficeUpdate } from '../testing/office-builds.ts';
import { DESKTOP, newShopper } from '../testing/shopper.ts';

/** Lists the builds whose files the browser stores. */
const listStoredBuilds = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('office ')));

/** Lists the builds that pages have open. */
const listOpenBuilds = (page: Page): Promise<(string | undefined)[]> =>
  page.evaluate(async () => [...new Set((await navigator.locks.query()).held?.map(({ name }) => name))]);

const readBuild = (page: Page): Promise<string> =>
  page.evaluate(() => document.documentElement.dataset.build ?? 'first');

/** Returns whether the newest service worker is active. */
const isUpdated = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return (
      registration?.installing === null && registration.waiting === null && registration.active?.state === 'activated'
    );
  });

const openScreen = async (page: Page, label: string): Promise<void> => {
  await page.getByRole('navigation', { name: en['menu.label'] }).getByRole('link', { name: label }).click();
  await page.getByRole('heading', { name: label, level: 1 }).waitFor();
};

test('a page goes on with the files of its build, the next one has the new build, and old files go with their last page', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'office-build-'));
  const update = await openOfficeUpdate(inject('storeUrl'));
  onTestFinished(() => {
    update.stop();
    rmSync(folder, { recursive: true });
  });
  const { page, context } = await newShopper({ url: update.url, viewport: DESKTOP });
  await page.goto('/office/account');
  await page.getByLabel(en['sign_in.email']).fill(DEMO_STAFF);
  await page.getByLabel(en['sign_in.password']).fill(PASSWORD);
  await page.getByRole('button', { name: en['sign_in.submit'] }).click();
  await page.getByRole('heading', { name: en['account.title'] }).waitFor();
  await expect.poll(() => listStoredBuilds(page)).toHaveLength(1);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const firstBuilds = await listStoredBuilds(page);
  const colleague = await context.newPage();
  await colleague.goto('/office/account');
  await colleague.getByRole('heading', { name: en['account.title'] }).waitFor();

  await buildSecondOffice(folder);
  update.publish(folder);
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
  await expect.poll(() => isUpdated(page)).toBe(true);
  const storedBuilds = await listStoredBuilds(page);
  const secondBuilds = storedBuilds.filter((name) => !firstBuilds.includes(name));
  expect(secondBuilds).toHaveLength(1);

  // The open page opens a screen whose files it had not loaded, which the shop no longer has.
  await context.setOffline(true);
  expect(await readBuild(page)).toBe('first');
  await openScreen(page, en['menu.stock']);
  await context.setOffline(false);

  // The next page has the new build, also without network; the other page still has the first one.
  await page.reload();
  await page.getByRole('heading', { name: en['menu.stock'], level: 1 }).waitFor();
  expect(await readBuild(page)).toBe('second');
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('heading', { name: en['menu.stock'], level: 1 }).waitFor();
  expect(await readBuild(page)).toBe('second');
  await openScreen(page, en['menu.tills']);
  expect(await readBuild(colleague)).toBe('first');
  await openScreen(colleague, en['menu.stock']);
  expect((await listStoredBuilds(page)).toSorted()).toEqual([...firstBuilds, ...secondBuilds].toSorted());

  await colleague.close();
  await expect.poll(() => listOpenBuilds(page)).toEqual(secondBuilds);
  await page.reload();
  await page.getByRole('heading', { name: en['menu.tills'], level: 1 }).waitFor();
  await expect.poll(() => listStoredBuilds(page)).toEqual(secondBuilds);
  await context.setOffline(false);
});
