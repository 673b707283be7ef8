/**
 * Requests one-time codes. If this tab requested a code a moment ago, that one remains valid, and no new one is sent.
 */
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
 * Calls `send`, which sends a code for `purpose`. If the server refuses because a code was just sent, and this tab
 * requested that code for the same purpose, returns `toResult` of the seconds until another code can be requested.
 */
export async function requestCode<Result>(
  purpose: string,
  send: () => Promise<Result>,
  toResult: (resend_in: number) => Result,
): Promise<Result> {
  try {
    const response = await send();
    latestPurpose.write(purpose);
    return response;
  } catch (error) {
    const isWaiting = error instanceof ApiError && error.retryAfter > 0 && error.retryAfter <= RESEND_S;
    if (!isWaiting || latestPurpose.read() !== purpose) throw error;
    return toResult(error.retryAfter);
  }
}
