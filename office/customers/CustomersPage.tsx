import { formatDate } from '@shop/core/dates';
import { formatMoney } from '@shop/core/money';
import { Link } from 'react-router';
import { useLang, useText } from '../i18n/text.ts';
import { ListPage } from '../ui/list/ListPage.tsx';
import { Tag } from '../ui/Tag.tsx';
import { formatCustomerName } from './customer-text.ts';

/** All customers, with a search by name, phone, email and order number. */
export function CustomersPage() {
  const t = useText();
  const lang = useLang();
  return (
    <ListPage
      resource="customers"
      title={t('menu.customers')}
      columns={[
        {
          label: t('orders.customer'),
          text: formatCustomerName,
          sort: 'name',
          show: (customer) => (
            <span className="tags">
              <Link className="record" to={`/customers/${customer.id}`}>
                {formatCustomerName(customer)}
              </Link>
              {customer.block !== null && <Tag tone="bad">{t('customer.blocked')}</Tag>}
            </span>
          ),
        },
        { label: t('customer.email'), text: ({ email }) => email ?? '', show: ({ email }) => email },
        { label: t('customer.phone'), text: ({ phone }) => phone ?? '', show: ({ phone }) => phone },
        { label: t('menu.orders'), isNumber: true, text: ({ orders }) => orders, show: ({ orders }) => orders },
        {
          label: t('customer.spent'),
          isNumber: true,
          text: ({ spent }) => formatMoney(spent),
          show: ({ spent }) => formatMoney(spent),
        },
        {
          label: t('customer.last_order'),
          isWideOnly: true,
          text: ({ last_order_at }) => (last_order_at === null ? '' : formatDate(last_order_at, lang)),
          show: ({ last_order_at }) => last_order_at !== null && formatDate(last_order_at, lang),
        },
        {
          label: t('customer.since'),
          sort: 'created_at',
          isWideOnly: true,
          text: ({ created_at }) => formatDate(created_at, lang),
          show: ({ created_at }) => <span className="quiet">{formatDate(created_at, lang)}</span>,
        },
      ]}
      filters={[{ kind: 'text', source: 'q', label: t('customer.search') }]}
      sort={{ field: 'created_at', order: 'DESC' }}
    />
  );
}
