/** The modal view of the member card, which a till scans (docs/spec.md §7 "/qrcode"). */
import { formatDateTime, formatTime } from '@shop/core/dates';
import { dayOf } from '@shop/core/time';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { serverNow } from '../../api/server-clock.ts';
import { useTokenScope } from '../../api/tokens.ts';
import { settingsQuery } from '../../content/content-queries.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { useSession } from '../../identity/signed-in-customer.tsx';
import { brighten } from '../../native/brighten.ts';
import { appPlatform } from '../../native/shell.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { formatCount } from '../amount-text.ts';
import { memberCardQuery } from '../loyalty-queries.ts';
import { readIssuedCard, saveIssuedCard } from './issued-card.ts';
import { ScanCode } from './ScanCode.tsx';
import { useRotatingCode } from './use-rotating-code.ts';

export function MemberCard() {
  const t = useT();
  const scope = useTokenScope();
  const { code, isError } = useRotatingCode(memberCardQuery(useLang(), scope));
  useEffect(() => {
    if (code === null) return;
    const expires_at = new Date(code.expires_at).toISOString();
    saveIssuedCard({ scope, code: code.code, barcode: code.barcode, expires_at });
  }, [code, scope]);
  const shownCode = code ?? (isError ? readIssuedCard(scope) : null);
  return (
    <div className="grid gap-4">
      <div className="forest-panel grid gap-4 rounded-2xl p-5">
        <CardHolder />
        {(shownCode !== null || !isError) && <ScanCode code={shownCode} />}
        <p className="relative text-sm text-white/85">{t('loyalty.card_text')}</p>
      </div>
      <p role="status" className="flex items-start gap-2 text-sm font-semibold text-danger empty:hidden">
        {isError && (
          <>
            <Icon name="wifi-slash" className="size-5 shrink-0" />
            {shownCode === null ? t('loyalty.card_failed') : <LastCode expires_at={shownCode.expires_at} />}
          </>
        )}
      </p>
      <FullBrightness />
    </div>
  );
}

/** Shows the shop, and the customer's name, tier and coins. */
function CardHolder() {
  const t = useT();
  const { me } = useSession();
  const { data: settings } = useQuery(settingsQuery(useLang()));
  const coins = me === null ? null : t('loyalty.coins_count', { count: formatCount(me.wallets.store_credit) });
  return (
    <div className="relative grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <strong className="font-display">{settings?.siteTitle}</strong>
        <span className="rounded-pill bg-white/15 px-3 py-1 text-sm font-semibold tabular-nums empty:hidden">
          {[me?.tier?.name, coins].filter((part) => part != null).join(' · ')}
        </span>
      </div>
      <p className="font-display text-3xl leading-tight font-extrabold wrap-anywhere">{me?.name}</p>
    </div>
  );
}

/** Shows the time until which a till accepts the last code, or since which it rejects it. */
function LastCode({ expires_at }: { expires_at: string | Date }) {
  const t = useT();
  const lang = useLang();
  const now = serverNow();
  const time = (dayOf(expires_at) === dayOf(now) ? formatTime : formatDateTime)(expires_at, lang);
  const isExpired = new Date(expires_at).getTime() <= now;
  return <span>{t(isExpired ? 'loyalty.card_expired' : 'loyalty.card_offline', { time })}</span>;
}

/** Raises the screen's brightness inside the app; shows a note in a browser, which cannot raise it. */
export function FullBrightness() {
  const t = useT();
  useEffect(brighten, []);
  if (appPlatform() !== null) return null;
  return (
    <p className="flex items-start gap-2 text-sm text-ink-2">
      <Icon name="info" className="size-5 shrink-0" />
      {t('loyalty.card_brightness')}
    </p>
  );
}
