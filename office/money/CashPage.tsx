import { formatDateTime } from '@shop/core/dates';
import { formatMoney } from '@shop/core/money';
import { useLang, useText } from '../i18n/text.ts';
import { OrderLink } from '../orders/OrderLink.tsx';
import { ListPage } from '../ui/list/ListPage.tsx';
import { MoneyTabs } from './MoneyTabs.tsx';

/** Cash collections that are neither the order's total nor the rest of it, and all cash of failed deliveries. */
export function CashPage() {
  const t = useText();
  const lang = useLang();
  return (
    <ListPage
      resource="cash"
      title={t('menu.money')}
      columns={[
        {
          label: t('orders.order'),
          text: ({ order_number }) => order_number,
          show: ({ order_number }) => <OrderLink number={order_number} />,
        },
        {
          label: t('cash.outcome'),
          text: ({ outcome }) => t(`cash.${outcome}`),
          show: ({ outcome }) => t(`cash.${outcome}`),
        },
        {
          label: t('cash.collected'),
          isNumber: true,
          text: ({ cash_collected }) => formatMoney(cash_collected),
          show: ({ cash_collected }) => <b>{formatMoney(cash_collected)}</b>,
        },
        {
          label: t('cash.due'),
          isNumber: true,
          text: ({ grand_total }) => formatMoney(grand_total),
          show: ({ grand_total }) => formatMoney(grand_total),
        },
        {
          label: t('cash.by'),
          text: ({ recorded_by }) => recorded_by,
          show: ({ recorded_by, at }) => (
            <>
              {recorded_by}
              <div className="quiet small">{formatDateTime(at, lang)}</div>
            </>
          ),
        },
      ]}
      filters={[{ kind: 'text', source: 'order_number', label: t('money.order_number') }]}
      empty={
        <>
          <h2>{t('cash.none')}</h2>
          <p className="quiet">{t('cash.none_text')}</p>
        </>
      }
    >
      <MoneyTabs />
    </ListPage>
  );
}
