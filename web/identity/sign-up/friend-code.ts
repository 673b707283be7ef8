/** The referral code of a friend's link, stored in this tab until an account is created (docs/readings.md#15). */
import { tabKey } from '../../storage.ts';

export const friendCode = tabKey('friend_code');
