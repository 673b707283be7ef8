/** Asking for a one-time code: the one that this page asked for a moment ago is still good, and no other goes out yet. */
import { ApiError } from '../api.ts';

/** How long the server lets a contact wait for another code. */
const RESEND_S = 60;

/** What the newest code of this page is good for, and where it went. Stored nowhere: it names a person. */
let newest = '';

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
    newest = what;
    return answer;
  } catch (error) {
    const isWaiting = error instanceof ApiError && error.retryAfter > 0 && error.retryAfter <= RESEND_S;
    if (!isWaiting || newest !== what) throw error;
    return sent(error.retryAfter);
  }
}
