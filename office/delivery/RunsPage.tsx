import { formatDateTime } from '@shop/core/dates';
import { formatMoney } from '@shop/core/money';
import { Link } from 'react-router';
import { useLang, useText } from '../i18n/text.ts';
import { ListPage } from '../ui/list/ListPage.tsx';
import { Tag } from '../ui/Tag.tsx';
import { DeliveryTabs } from './DeliveryTabs.tsx';

/** Drivers' runs, newest first. */
export function RunsPage() {
  const t = useText();
  const lang = useLang();
  return (
    <ListPage
      resource="runs"
      title={t('menu.delivery')}
      columns={[
        {
          label: t('delivery.driver'),
          text: ({ driver }) => driver,
          show: ({ id, driver, vehicle }) => (
            <>
              <Link className="record" to={`/delivery/runs/${id}`}>
                {driver}
              </Link>
              <div className="quiet small">{vehicle}</div>
            </>
          ),
        },
        {
          label: t('delivery.created'),
          text: ({ created_at }) => formatDateTime(created_at, lang),
          show: ({ created_at }) => formatDateTime(created_at, lang),
        },
        {
          label: t('delivery.stops'),
          text: ({ stops_done, stops_total }) => `${stops_done}/${stops_total}`,
          show: ({ stops_done, stops_total }) => t('delivery.progress', { done: stops_done, all: stops_total }),
        },
        {
          label: t('delivery.recorded'),
          isNumber: true,
          text: ({ cash_recorded }) => formatMoney(cash_recorded),
          show: ({ cash_recorded }) => formatMoney(cash_recorded),
        },
        {
          label: t('delivery.state'),
          text: ({ closed_at }) => t(closed_at === null ? 'delivery.open' : 'delivery.closed'),
          show: ({ closed_at, cash_difference }) => (
            <span className="tags">
              <Tag tone={closed_at === null ? 'info' : 'plain'}>
                {t(closed_at === null ? 'delivery.open' : 'delivery.closed')}
              </Tag>
              {cash_difference !== null && cash_difference !== 0 && (
                <Tag tone="bad">{t('delivery.differs', { amount: formatMoney(cash_difference) })}</Tag>
              )}
            </span>
          ),
        },
      ]}
      quick={[{ label: t('delivery.open'), filter: { open: true } }]}
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
