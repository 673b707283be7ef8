import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';

/** Calls the staff API of the page's shop, whose data folder holds the operator's token. Returns the body. */
export async function callStaffApi(
  page: Page,
  method: 'GET' | 'POST',
  path: string,
  data?: object,
  dataDir = inject('storeDataDir'),
) {
  const token = readFileSync(join(dataDir, 'operator-token'), 'utf8');
  const headers = { authorization: `Bearer ${token}` };
  const response = await page.request.fetch(`/api/staff${path}`, { method, headers, ...(data && { data }) });
  expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true);
  return response.json();
}
