import { formatDate } from '@shop/core/dates';
import { formatMoney } from '@shop/core/money';
import { midnightOf } from '@shop/core/time';
import { useLang, useText } from '../i18n/text.ts';
import { ListPage } from '../ui/list/ListPage.tsx';
import { DeliveryTabs } from './DeliveryTabs.tsx';

/** Each driver's cash by day: recorded on delivery, counted in the shop, and the difference. */
export function DriverCashPage() {
  const t = useText();
  const lang = useLang();
  return (
    <ListPage
      resource="driverCash"
      title={t('menu.delivery')}
      columns={[
        { label: t('delivery.driver'), text: ({ driver }) => driver, show: ({ driver }) => <b>{driver}</b> },
        { label: t('delivery.day'), text: ({ day }) => day, show: ({ day }) => formatDate(midnightOf(day), lang) },
        {
          label: t('delivery.uncounted'),
          isNumber: true,
          text: ({ uncounted }) => uncounted,
          show: ({ uncounted, runs }) => t('delivery.uncounted_of', { count: uncounted, runs }),
        },
        {
          label: t('delivery.recorded'),
          isNumber: true,
          text: ({ cash_recorded }) => formatMoney(cash_recorded),
          show: ({ cash_recorded }) => formatMoney(cash_recorded),
        },
        {
          label: t('delivery.counted'),
          isNumber: true,
          text: ({ cash_counted }) => formatMoney(cash_counted),
          show: ({ cash_counted }) => formatMoney(cash_counted),
        },
        {
          label: t('delivery.difference'),
          isNumber: true,
          text: ({ cash_difference }) => formatMoney(cash_difference),
          show: ({ cash_difference }) => <b>{formatMoney(cash_difference)}</b>,
        },
      ]}
      quick={[{ label: t('delivery.only_differing'), filter: { differs: true } }]}
      filters={[
        { kind: 'text', source: 'driver', label: t('delivery.driver') },
        { kind: 'day', source: 'day', label: t('delivery.day') },
      ]}
      empty={<h2>{t('delivery.no_runs')}</h2>}
    >
      <DeliveryTabs />
    </ListPage>
  );
}
