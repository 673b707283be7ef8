/** The notices of security that go to phones: those for whose text the shop has an approved template. */
import type { NotificationKind } from '@shop/core/notifications/kinds';
import type { NotificationData, NotificationFacts } from './notification-data.ts';

/** The data of a notice for which the messenger has a template. */
export type PhoneNotice = Extract<
  NotificationData<'security'>,
  { about: 'password_changed' } | { about: 'phone_changed' }
>;

const PHONE_NOTICES: readonly string[] = ['password_changed', 'phone_changed'] satisfies PhoneNotice['about'][];

/** Returns whether any notification of a kind has a template for phones. */
export const hasPhoneNotices = (kind: NotificationKind): boolean => kind === 'security';

/** Returns whether a notification of security has a template for phones. */
export const isPhoneNotice = (data: object): boolean => 'about' in data && PHONE_NOTICES.includes(String(data.about));

/** Reads the notice of a notification; null without a template. */
export function readPhoneNotice({ kind, data }: NotificationFacts): PhoneNotice | null {
  if (kind !== 'security') return null;
  return data.about === 'password_changed' || data.about === 'phone_changed' ? data : null;
}
