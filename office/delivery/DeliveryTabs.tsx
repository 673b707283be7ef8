import { may } from '../api/endpoint-roles.ts';
import { useText } from '../i18n/text.ts';
import { Tabs } from '../ui/Tabs.tsx';

/** Tabs of the delivery screen, as far as the roles allow. */
export function DeliveryTabs() {
  const t = useText();
  const tabs = [
    { path: '/delivery', label: t('delivery.manifest'), needs: 'staff.manifest' },
    { path: '/delivery/runs', label: t('delivery.runs'), needs: 'staff.runs' },
    { path: '/delivery/cash', label: t('delivery.cash'), needs: 'staff.driverCash' },
  ] as const;
  return <Tabs label={t('menu.delivery')} tabs={tabs.filter(({ needs }) => may(needs))} />;
}
