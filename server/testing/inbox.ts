/** What the shop sent, as `/dev/inbox` shows it; jobs are done in real time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sendRequest } from './test-server.ts';

/** A mail or a message. Without subject or code they are empty. */
export type Sent = { channel: string; to: string; subject: string; text: string; code: string; at: string };

const LOOKS = 200;
const BETWEEN_MS = 50;

/** Everything that was sent to an email or phone, newest first. */
export async function inboxOf(url: string, to: string): Promise<Sent[]> {
  const headers = { accept: 'application/json' };
  const { body } = await sendRequest(`${url}/dev/inbox?to=${encodeURIComponent(to)}`, 'GET', { headers });
  return body.data.map((sent: Sent) => ({ ...sent, subject: sent.subject ?? '', code: sent.code ?? '' }));
}

/** The newest that fits of what was sent to an email or phone; waits for it. */
export async function sentTo(url: string, to: string, fits: (sent: Sent) => boolean): Promise<Sent> {
  for (let look = 0; look < LOOKS; look++) {
    const found = (await inboxOf(url, to)).find(fits);
    if (found !== undefined) return found;
    await sleep(BETWEEN_MS);
  }
  throw new Error(`Nothing like it came to ${to}`);
}

/** The newest code that was sent to an email or phone; waits for it. */
export async function codeSentTo(url: string, to: string): Promise<string> {
  return (await sentTo(url, to, ({ code }) => code !== '')).code;
}
