/** The checkout's contact section inside Touch 'n Go, above the address (docs/spec.md §3 `tng_user_loading`). */
import { useTokenScope } from '../api/tokens.ts';
import { useCheckout } from '../checkout/checkout-store.ts';
import { useT } from '../i18n/MessagesProvider.tsx';
import { LazyContinueWithTng } from './LazyContinueWithTng.tsx';

export function TngContact() {
  const t = useT();
  const isGuest = useTokenScope() === 'guest';
  const isLoading = useCheckout(({ state }) => state.tng_user_loading);
  return (
    <div className="mb-5 grid gap-3 empty:hidden">
      {isLoading && (
        <p role="status" className="flex min-h-12 items-center gap-3 font-semibold">
          <span className="stitched-ring" aria-hidden />
          {t('tng.loading')}
        </p>
      )}
      {!isLoading && isGuest && (
        <>
          <p className="text-ink-2">{t('tng.checkout_text')}</p>
          <LazyContinueWithTng />
        </>
      )}
    </div>
  );
}
