import { Button } from '@mui/material';
import { formatDateTime } from '@shop/core/dates';
import { formatMoney } from '@shop/core/money';
import { ATTEMPT_STATES } from '@shop/core/payments/attempt-state';
import { useNotify } from 'ra-core';
import { useLang, useText } from '../i18n/text.ts';
import { OrderLink } from '../orders/OrderLink.tsx';
import { ListPage } from '../ui/list/ListPage.tsx';
import { Tag } from '../ui/Tag.tsx';
import { useAction } from '../ui/use-action.ts';
import { MoneyTabs } from './MoneyTabs.tsx';
import { describeAttempt } from './money-text.ts';

/** Payment attempts, with a button that enquires at the gateway. */
export function AttemptsPage() {
  const t = useText();
  const lang = useLang();
  return (
    <ListPage
      resource="attempts"
      title={t('menu.money')}
      columns={[
        {
          label: t('orders.order'),
          text: ({ order_number }) => order_number,
          show: ({ order_number }) => <OrderLink number={order_number} />,
        },
        {
          label: t('money.amount'),
          isNumber: true,
          text: ({ amount }) => formatMoney(amount),
          show: ({ amount }) => <b>{formatMoney(amount)}</b>,
        },
        {
          label: t('money.state'),
          text: ({ state }) => describeAttempt(state, t).text,
          show: ({ state, is_unanswered }) => {
            const { tone, text } = describeAttempt(state, t);
            return (
              <span className="tags">
                <Tag tone={tone}>{text}</Tag>
                {is_unanswered && <Tag tone="late">{t('money.unanswered')}</Tag>}
              </span>
            );
          },
        },
        {
          label: t('orders.method'),
          text: ({ gateway, payment_method }) => `${gateway} ${payment_method}`,
          show: ({ gateway, payment_method, reference, last_answer }) => (
            <>
              {gateway} · {payment_method}
              <div className="quiet small">{[reference, last_answer].filter(Boolean).join(' · ')}</div>
            </>
          ),
        },
        {
          label: t('money.started'),
          text: ({ created_at }) => formatDateTime(created_at, lang),
          show: ({ created_at }) => <span className="quiet">{formatDateTime(created_at, lang)}</span>,
        },
      ]}
      filters={[
        { kind: 'text', source: 'order_number', label: t('money.order_number') },
        {
          kind: 'choice',
          source: 'state',
          label: t('money.state'),
          choices: ATTEMPT_STATES.map((value) => ({ value, label: t(`attempt.${value}`) })),
        },
        { kind: 'day', source: 'from', label: t('money.from') },
        { kind: 'day', source: 'to', label: t('money.to') },
        { kind: 'flag', source: 'unresolved', label: t('money.unresolved') },
        { kind: 'flag', source: 'unsettled', label: t('money.unsettled') },
      ]}
      rowActions={({ reference }) => <EnquiryButton reference={reference} />}
      empty={<h2>{t('order.attempts_none')}</h2>}
    >
      <MoneyTabs />
    </ListPage>
  );
}

function EnquiryButton({ reference }: { reference: string }) {
  const t = useText();
  const notify = useNotify();
  const [requery, isBusy] = useAction('attempts', 'requery');
  const run = async () => {
    const answer = await requery(reference, undefined);
    if (answer !== null) notify(t('money.requery_result', { result: t(`requery.${answer.result}`) }), { type: 'info' });
  };
  return (
    <Button size="small" color="secondary" loading={isBusy} onClick={run}>
      {t('money.requery')}
    </Button>
  );
}
