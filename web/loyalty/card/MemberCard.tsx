/** Modal view of the member card (docs/spec.md §7 "/qrcode"): the till scans it. */
import { useEffect } from 'react';
import { useTokenScope } from '../../api/tokens.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
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
    if (code !== null) saveIssuedCard({ scope, code: code.code, barcode: code.barcode });
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
            {t(shown === null ? 'loyalty.card_failed' : 'loyalty.card_offline')}
          </>
        )}
      </p>
      <BrightnessNote />
    </div>
  );
}

/** A web page cannot change the screen's brightness. */
export function BrightnessNote() {
  const t = useT();
  return (
    <p className="flex items-start gap-2 text-sm text-ink-2">
      <Icon name="info" className="size-5 shrink-0" />
      {t('loyalty.card_brightness')}
    </p>
  );
}
