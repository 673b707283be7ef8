/** Mails of a shop without SMTP, as `/dev/inbox` shows them (api.md). */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export type Mail = { channel: string; to: string; subject: string; text: string; at: string };

/** The newest mail to an address; waits until the job has sent it. */
export async function readInbox(page: Page, to: string): Promise<Mail> {
  let newest: Mail | undefined;
  await expect
    .poll(
      async () => {
        const answer = await page.request.get(`/dev/inbox?to=${encodeURIComponent(to)}`, {
          headers: { accept: 'application/json' },
        });
        newest = ((await answer.json()) as { data: Mail[] }).data[0];
        return newest !== undefined;
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  if (newest === undefined) throw new Error(`No mail to ${to}`);
  return newest;
}
