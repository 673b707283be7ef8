/** Shows a notification of the inbox as a link to its page, or, after its removal, the button that undoes it. */

import type { Notification } from '@shop/contract/notifications';
import { formatTime } from '@shop/core/dates';
import type { NotificationKind } from '@shop/core/notifications/kinds';
import { type NotificationDestination, resolveDestination } from '@shop/core/notifications/open-notification';
import { useEffect, useRef, useState } from 'react';
import { PackImage, PICTURE_SIZES } from '../catalog/card/PackImage.tsx';
import { useLang, useOrigin, useT } from '../i18n/MessagesProvider.tsx';
import { LangLink } from '../links.tsx';
import { Button } from '../ui/Button.tsx';
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import type { IconName } from '../ui/icons/icon-names.ts';
import { useSwipeAway } from './use-swipe-away.ts';

const ORDER_CLASSES = 'bg-pandan-100 text-action-strong';
const REWARD_CLASSES = 'bg-kunyit-50 text-coin-ink';
const OFFER_CLASSES = 'bg-stage-sweet text-deal';
const ACCOUNT_CLASSES = 'bg-stage-dairy text-ink';

const KIND_LOOKS: Readonly<Record<NotificationKind, { icon: IconName; look: string }>> = {
  'order-placed': { icon: 'package', look: ORDER_CLASSES },
  'order-updated': { icon: 'truck', look: ORDER_CLASSES },
  'order-items-changed': { icon: 'package', look: ORDER_CLASSES },
  'delivery-changed': { icon: 'truck', look: ORDER_CLASSES },
  payment: { icon: 'credit-card', look: ORDER_CLASSES },
  cancellation: { icon: 'warning-circle', look: ORDER_CLASSES },
  refund: { icon: 'hand-coins', look: ORDER_CLASSES },
  'points-expiring': { icon: 'clock', look: REWARD_CLASSES },
  'offline-transaction-reward': { icon: 'coins', look: REWARD_CLASSES },
  'offline-transaction-redeem': { icon: 'coins', look: REWARD_CLASSES },
  voucher: { icon: 'ticket', look: REWARD_CLASSES },
  tier: { icon: 'gift', look: REWARD_CLASSES },
  'check-in-reminder': { icon: 'check-circle', look: REWARD_CLASSES },
  'back-in-stock': { icon: 'basket', look: OFFER_CLASSES },
  'price-drop': { icon: 'tag', look: OFFER_CLASSES },
  security: { icon: 'shield-check', look: ACCOUNT_CLASSES },
  marketing: { icon: 'gift', look: OFFER_CLASSES },
};

/** Shows the product's picture or the icon of the kind, with a dot while the notification is unread. */
function NotificationPicture({ kind, image, read_at }: Pick<Notification, 'kind' | 'image' | 'read_at'>) {
  const { icon, look } = KIND_LOOKS[kind];
  return (
    <span
      className={classNames(
        'relative grid size-12 shrink-0 place-items-center',
        image === null ? `rounded-pill ${look}` : 'stage-glow rounded-md bg-stage-pantry',
      )}
    >
      {image === null ? (
        <Icon name={icon} />
      ) : (
        <PackImage image={image} alt="" sizes={PICTURE_SIZES.thumb} width={48} height={48} className="w-[90%]" />
      )}
      {read_at === null && (
        <span className="absolute end-0 top-0 size-3 rounded-pill border-2 border-surface bg-deal" aria-hidden />
      )}
    </span>
  );
}

/** Returns the link's attributes; a link to another site opens in a new tab. */
const toLinkAttributes = (destination: NotificationDestination) =>
  destination.open === 'inside'
    ? { to: destination.path }
    : { to: destination.url, target: '_blank', rel: 'noopener noreferrer' };

export type NotificationRowProps = { notification: Notification; onOpen: () => void; onRemove: () => void };

export function NotificationRow({ notification, onOpen, onRemove }: NotificationRowProps) {
  const t = useT();
  const lang = useLang();
  const origin = useOrigin();
  const row = useRef<HTMLDivElement>(null);
  const swipe = useSwipeAway(row, onRemove);
  const { title, body, created_at, read_at } = notification;
  const isUnread = read_at === null;
  const destination = resolveDestination(notification, [new URL(origin).host, window.location.host]);
  return (
    <div className="relative overflow-hidden bg-danger-50">
      {/* Visible while the row is swiped. */}
      <div className="absolute inset-0 flex items-center justify-between px-5 text-danger" aria-hidden>
        <Icon name="trash" />
        <Icon name="trash" />
      </div>
      <div
        ref={row}
        {...swipe}
        className={classNames(
          'relative flex items-start gap-3 p-4 [touch-action:pan-y] hover:bg-sunken lg:gap-4 lg:p-5',
          isUnread ? 'bg-pandan-50' : 'bg-surface',
        )}
      >
        <NotificationPicture {...notification} />
        <div className="min-w-0 flex-1">
          <LangLink
            {...toLinkAttributes(destination)}
            onClick={onOpen}
            onAuxClick={({ button }) => button === 1 && onOpen()}
            className={classNames(
              'wrap-anywhere after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus',
              isUnread ? 'font-bold' : 'font-semibold text-ink-2',
            )}
          >
            {isUnread && <span className="sr-only">{t('notifications.unread')} </span>}
            {title}
          </LangLink>
          <p className="text-sm wrap-anywhere text-ink-2">{body}</p>
          <time className="text-sm text-ink-3" dateTime={new Date(created_at).toISOString()}>
            {formatTime(created_at, lang)}
          </time>
        </div>
        <IconButton
          icon="x"
          label={t('notifications.remove', { title })}
          className="relative -me-2 -mt-2"
          onClick={onRemove}
        />
      </div>
    </div>
  );
}

/** Time in ms for which a removal can be undone. */
const UNDO_MS = 6_000;

type RemovedNotificationProps = {
  onUndo: () => void;
  /** Called when the time is over or the shopper leaves the page. */
  onEnd: () => void;
};

/**
 * Shows an undo button in place of a removed notification (docs/ux.md#rule-38). A pointer over it or keyboard focus
 * pauses its time.
 */
export function RemovedNotification({ onUndo, onEnd }: RemovedNotificationProps) {
  const t = useT();
  const [isPaused, setPaused] = useState(false);
  const isOver = useRef(false);
  const newestEnd = useRef(onEnd);
  newestEnd.current = onEnd;
  useEffect(() => {
    const finish = () => {
      if (isOver.current) return;
      isOver.current = true;
      newestEnd.current();
    };
    window.addEventListener('pagehide', finish);
    return () => {
      window.removeEventListener('pagehide', finish);
      finish();
    };
  }, []);
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => {
      isOver.current = true;
      newestEnd.current();
    }, UNDO_MS);
    return () => clearTimeout(timer);
  }, [isPaused]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only pause the row's time
    <div
      className="flex min-h-14 items-center justify-between gap-3 bg-surface px-4 py-1 text-sm text-ink-2"
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={({ target }) => setPaused(target.matches(':focus-visible'))}
      onBlur={() => setPaused(false)}
    >
      <span>{t('notifications.removed')}</span>
      <Button
        kind="quiet"
        size="compact"
        onClick={() => {
          isOver.current = true;
          onUndo();
        }}
      >
        {t('cart.undo')}
      </Button>
    </div>
  );
}
