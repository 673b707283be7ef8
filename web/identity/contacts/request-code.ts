/** Requests one-time codes. A code that this tab requested a moment ago stays valid instead of a new one. */
import { ApiError } from '@shop/contract/api/api-error';
import { tabKey } from '../../storage.ts';

/** The server's wait between two codes for a contact. */
const RESEND_S = 60;

/**
 * The purpose of this tab's latest code, so that it can be entered after a reload. Not the contact, which is personal
 * data.
 */
const latestPurpose = tabKey('newest_code');

/**
 * Sends a code for `purpose` to a contact. If one was just sent for it, returns `sent` with the seconds until another
 * can be requested.
 */
export async function requestCode<Sent>(
  purpose: string,
  send: () => Promise<Sent>,
  sent: (resend_in: number) => Sent,
): Promise<Sent> {
  try {
    const response = await send();
    latestPurpose.write(purpose);
    return response;
  } catch (error) {
    const isWaiting = error instanceof ApiError && error.retryAfter > 0 && error.retryAfter <= RESEND_S;
    if (!isWaiting || latestPurpose.read() !== purpose) throw error;
    return sent(error.retryAfter);
  }
}
