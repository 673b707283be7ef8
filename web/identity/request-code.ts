/** Asking for a one-time code: the one that this tab asked for a moment ago is still good, and no other goes out yet. */
import { ApiError } from '../api.ts';
import { tabKey } from '../storage.ts';

/** How long the server lets a contact wait for another code. */
const RESEND_S = 60;

/** What this tab's newest code is good for, so that it can be typed after a reload. Not whose it is: that names a person. */
const latestPurpose = tabKey('newest_code');

/**
 * Sends a code for `purpose` to a contact. Where one was sent for it a moment ago, `sent` answers for it, with the seconds
 * until another may be asked for.
 */
export async function requestCode<Sent>(
  purpose: string,
  send: () => Promise<Sent>,
  sent: (resend_in: number) => Sent,
): Promise<Sent> {
  try {
    const answer = await send();
    latestPurpose.write(purpose);
    return answer;
  } catch (error) {
    const isWaiting = error instanceof ApiError && error.retryAfter > 0 && error.retryAfter <= RESEND_S;
    if (!isWaiting || latestPurpose.read() !== purpose) throw error;
    return sent(error.retryAfter);
  }
}
