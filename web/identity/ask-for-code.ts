/** Asking for a one-time code: the one that this tab asked for a moment ago is still good, and no other goes out yet. */
import { ApiError } from '../api.ts';
import { tabKey } from '../storage.ts';

/** How long the server lets a contact wait for another code. */
const RESEND_S = 60;

/** What the newest code of this tab is good for, and where it went. */
const newest = tabKey('code_sent');

/**
 * Sends a code for `purpose` to a contact. Where that very code was sent a moment ago, `sent` answers for it, with the seconds
 * until another may be asked for.
 */
export async function askForCode<Sent>(
  purpose: string,
  contact: string,
  send: () => Promise<Sent>,
  sent: (resend_in: number) => Sent,
): Promise<Sent> {
  const what = `${purpose} ${contact}`;
  try {
    const answer = await send();
    newest.write(what);
    return answer;
  } catch (error) {
    const isWaiting = error instanceof ApiError && error.retryAfter > 0 && error.retryAfter <= RESEND_S;
    if (!isWaiting || newest.read() !== what) throw error;
    return sent(error.retryAfter);
  }
}
