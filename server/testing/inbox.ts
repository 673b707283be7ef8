/** What the shop sent, as `/dev/inbox` shows it; jobs are done in real time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './test-server.ts';

type Sent = { code: string | null };

const LOOKS = 200;
const BETWEEN_MS = 50;

/** The newest code that was sent to an email or phone; waits for it. */
export async function codeSentTo(url: string, to: string): Promise<string> {
  const headers = { accept: 'application/json' };
  for (let look = 0; look < LOOKS; look++) {
    const { body } = await ask(`${url}/dev/inbox?to=${encodeURIComponent(to)}`, 'GET', { headers });
    const found = body.data.find((sent: Sent) => sent.code !== null);
    if (found !== undefined) return found.code;
    await sleep(BETWEEN_MS);
  }
  throw new Error(`No code came to ${to}`);
}
