/** Replaces the add button of a voucher product, which cannot be bought yet (docs/readings.md#22). */
import { useT } from '../../i18n/MessagesProvider.tsx';
import { Button } from '../../ui/Button.tsx';

export function VoucherButton() {
  const t = useT();
  return (
    <Button wide aria-disabled>
      {t('product.voucher_later')}
    </Button>
  );
}
