/** In the place of the button that adds: a voucher is shown and marked, buying one waits for loyalty (docs/readings.md#22). */
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
