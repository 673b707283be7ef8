import { formatDateTime } from '@shop/core/dates';
import { CHANNELS } from '@shop/core/notifications/kinds';
import { useLang, useText } from '../i18n/text.ts';
import { describeMessageKind } from '../orders/message-text.ts';
import { OrderLink } from '../orders/OrderLink.tsx';
import { ListPage } from '../ui/list/ListPage.tsx';

/** Messages that could not be delivered, newest first. */
export function FailedMessagesPage() {
  const t = useText();
  const lang = useLang();
  return (
    <ListPage
      resource="failedMessages"
      title={t('today.failed')}
      columns={[
        {
          label: t('today.message'),
          text: ({ kind }) => describeMessageKind(kind, t),
          show: ({ kind }) => <b>{describeMessageKind(kind, t)}</b>,
        },
        {
          label: t('today.channel'),
          text: ({ channel }) => t(`channel.${channel}`),
          show: ({ channel }) => t(`channel.${channel}`),
        },
        { label: t('today.reason'), text: ({ reason }) => reason ?? '', show: ({ reason }) => reason },
        {
          label: t('orders.order'),
          text: ({ order_number }) => order_number ?? '',
          show: ({ order_number }) => order_number !== null && <OrderLink number={order_number} />,
        },
        {
          label: t('today.when'),
          text: ({ at }) => formatDateTime(at, lang),
          show: ({ at }) => formatDateTime(at, lang),
        },
      ]}
      filters={[
        {
          kind: 'choice',
          source: 'channel',
          label: t('today.channel'),
          choices: CHANNELS.map((value) => ({ value, label: t(`channel.${value}`) })),
        },
      ]}
      quick={[{ label: t('today.recent'), filter: { recent: true } }]}
    />
  );
}
