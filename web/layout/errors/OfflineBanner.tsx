/** Shows that the device is offline and what still works (docs/ux.md#rule-38). */
import { useT } from '../../i18n/MessagesProvider.tsx';
import { useShopReached } from '../../ui/connection.ts';
import { Icon } from '../../ui/icons/Icon.tsx';

export function OfflineBanner() {
  const t = useT();
  const isReached = useShopReached();
  return (
    <div role="status" className="no-print">
      {!isReached && (
        <p className="flex min-h-10 items-center justify-center gap-2 bg-kunyit-50 px-4 text-sm font-semibold text-coin-ink">
          <Icon name="wifi-slash" className="size-5" />
          {t('layout.offline')}
        </p>
      )}
    </div>
  );
}
