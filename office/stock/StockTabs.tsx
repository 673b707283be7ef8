import { may } from '../api/endpoint-roles.ts';
import { useText } from '../i18n/text.ts';
import { Tabs } from '../ui/Tabs.tsx';

/** Tabs of the stock screen, as far as the roles allow. */
export function StockTabs() {
  const t = useText();
  const tabs = [
    { path: '/stock', label: t('stock.tab'), needs: 'staff.goods' },
    { path: '/stock/approvals', label: t('prices.approvals'), needs: 'staff.changePrices' },
  ] as const;
  return <Tabs label={t('menu.stock')} tabs={tabs.filter(({ needs }) => may(needs))} />;
}
