import { may } from '../api/endpoint-roles.ts';
import { useText } from '../i18n/text.ts';
import { useLive } from './use-live.ts';

/** Shows whether changes of orders arrive live, and refetches data when they do. */
export function LiveDot() {
  const t = useText();
  const isLive = useLive();
  if (!may('staff.orders')) return null;
  return (
    <span className={isLive ? 'live' : 'live live-off'} role="status">
      <span>{t(isLive ? 'live.on' : 'live.off')}</span>
    </span>
  );
}
