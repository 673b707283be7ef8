/** The modal view of a voucher's code for a till (docs/spec.md §2 "voucher QR code"): it changes every minute. */
import { ApiError } from '@shop/contract/api/api-error';
import { useTokenScope } from '../../api/tokens.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import type { VoucherQrData } from '../../modals/modal-data.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { FullBrightness } from '../card/MemberCard.tsx';
import { ScanCode } from '../card/ScanCode.tsx';
import { useRotatingCode } from '../card/use-rotating-code.ts';
import { storeCodeQuery } from '../loyalty-queries.ts';

export function VoucherQr({ data: { voucher } }: { data: VoucherQrData }) {
  const t = useT();
  const { code, isError, error } = useRotatingCode(storeCodeQuery(useLang(), useTokenScope(), voucher.id));
  // The voucher may have been used in the meantime, which invalidates its code.
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return (
    <div className="grid gap-4">
      <p className="font-semibold">{voucher.name}</p>
      {!isRefused && (code !== null || !isError) && <ScanCode code={code} />}
      <FormError text={isError ? (isRefused && error.message) || t('loyalty.card_failed') : ''} />
      <p className="text-sm text-ink-2">{t('loyalty.voucher_changes')}</p>
      <FullBrightness />
    </div>
  );
}
