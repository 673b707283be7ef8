/** Modal view of the member card (docs/spec.md §7 "/qrcode"): the till scans it. */
import { dateTimeText, dayKey, timeText } from '@shop/core/dates';
import { useEffect } from 'react';
import { serverNow } from '../../api/server-clock.ts';
import { useTokenScope } from '../../api/tokens.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { brighten } from '../../native/brighten.ts';
import { appPlatform } from '../../native/shell.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
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
  const shown = code ?? (isError ? readIssuedCard(scope) : null);
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">{t('loyalty.card_text')}</p>
      {(shown !== null || !isError) && <ScanCode code={shown} />}
      <p role="status" className="flex items-start gap-2 text-sm font-semibold text-danger empty:hidden">
        {isError && (
          <>
            <Icon name="wifi-slash" className="size-5 shrink-0" />
            {shown === null ? t('loyalty.card_failed') : <LastCode expires_at={shown.expires_at} />}
          </>
        )}
      </p>
      <Brightness />
    </div>
  );
}

/** Says until when a till accepts the last code. */
function LastCode({ expires_at }: { expires_at: string | Date }) {
  const t = useT();
  const lang = useLang();
  const now = serverNow();
  const time = (dayKey(expires_at) === dayKey(now) ? timeText : dateTimeText)(expires_at, lang);
  const isExpired = new Date(expires_at).getTime() <= now;
  return <span>{t(isExpired ? 'loyalty.card_expired' : 'loyalty.card_offline', { time })}</span>;
}

/** Raises the screen's brightness inside the app; a browser cannot, so that it has a note. */
export function Brightness() {
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
