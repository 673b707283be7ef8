import { useText } from '../i18n/text.ts';
import { Tabs } from '../ui/Tabs.tsx';

/** Tabs between the list and the board of orders. */
export function OrderTabs() {
  const t = useText();
  return (
    <Tabs
      label={t('orders.title')}
      tabs={[
        { path: '/orders', label: t('orders.as_list') },
        { path: '/orders/board', label: t('orders.as_board') },
      ]}
    />
  );
}
