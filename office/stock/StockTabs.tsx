import { may } from '../api/endpoint-roles.ts';
import { useText } from '../i18n/text.ts';
import { useWaiting } from '../today/waiting.ts';
import { Tabs } from '../ui/Tabs.tsx';

/** Tabs of the stock screen, as far as the roles allow. */
export function StockTabs() {
  const t = useText();
  const waiting = useWaiting();
  const tabs = [
    { path: '/stock', label: t('stock.tab'), needs: 'staff.goods' },
    { path: '/stock/approvals', label: t('prices.approvals'), needs: 'staff.changePrices' },
    { path: '/today/stock', label: t('today.stock'), needs: 'staff.lowStock' },
  ] as const;
  return <Tabs label={t('menu.stock')} tabs={tabs.filter(({ needs }) => may(needs))} waiting={waiting} />;
}
