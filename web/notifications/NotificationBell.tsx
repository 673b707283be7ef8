/** Shows the bell of the header with the number of unread notifications, once signed in (docs/ux.md#2.4). */
import { accountPath } from '@shop/core/links/paths';
import { useT } from '../i18n/MessagesProvider.tsx';
import { useSession } from '../identity/signed-in-customer.tsx';
import { LangLink } from '../links.tsx';
import { CountBadge } from '../ui/CountBadge.tsx';
import { Icon } from '../ui/icons/Icon.tsx';

export function NotificationBell() {
  const t = useT();
  const { isSignedIn, me } = useSession();
  if (!isSignedIn) return null;
  const count = me?.unread_notifications ?? 0;
  const label = count === 0 ? t('account.notifications') : t('notifications.bell', { count });
  return (
    <LangLink
      to={accountPath('notifications')}
      aria-label={label}
      title={label}
      className="press relative grid size-11 shrink-0 place-items-center rounded-pill border border-line bg-surface text-ink-2 hover:border-edge"
    >
      <Icon name="bell" className="size-5.5" />
      <CountBadge key={count} count={count} className="absolute -end-1 -top-1 animate-bump" />
    </LangLink>
  );
}
