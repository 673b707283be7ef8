import { NOTIFICATION_KINDS, type NotificationKind } from '@shop/core/notifications/kinds';
import type { Text } from '../i18n/text.ts';

const isKind = (kind: string): kind is NotificationKind => kind in NOTIFICATION_KINDS;

/** The name of a message to a customer; its kind where that has no name. */
export const describeMessageKind = (kind: string, t: Text): string => (isKind(kind) ? t(`mail.${kind}`) : kind);
