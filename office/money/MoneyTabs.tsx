import { may } from '../api/endpoint-roles.ts';
import { useText } from '../i18n/text.ts';
import { useWaiting } from '../today/waiting.ts';
import { Tabs } from '../ui/Tabs.tsx';

/** Tabs of the money screen, as far as the roles allow. */
export function MoneyTabs() {
  const t = useText();
  const waiting = useWaiting();
  const tabs = [
    { path: '/money', label: t('money.refunds'), needs: 'staff.paymentRefunds' },
    { path: '/money/cancellations', label: t('money.cancellations'), needs: 'staff.cancellations' },
    { path: '/money/approvals', label: t('money.approvals'), needs: 'staff.approvals' },
    { path: '/money/attempts', label: t('money.attempts'), needs: 'staff.attempts' },
    { path: '/money/cash', label: t('money.cash'), needs: 'staff.cashDifferences' },
    { path: '/money/reconcile', label: t('money.reconcile'), needs: 'staff.reconcile' },
    { path: '/money/wallets', label: t('money.liability'), needs: 'staff.walletLiability' },
  ] as const;
  return <Tabs label={t('menu.money')} tabs={tabs.filter(({ needs }) => may(needs))} waiting={waiting} />;
}
