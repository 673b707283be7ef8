/** Refunds, each with the steps that its state allows. */

import { Button } from '@mui/material';
import { formatDateTime } from '@shop/core/dates';
import { formatMoney } from '@shop/core/money';
import { REFUND_STATES } from '@shop/core/payments/refund-state';
import { useState } from 'react';
import type { RecordOf } from '../api/data-provider.ts';
import { may } from '../api/endpoint-roles.ts';
import { useLang, useText } from '../i18n/text.ts';
import { OrderLink } from '../orders/OrderLink.tsx';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
import type { Column } from '../ui/list/columns.ts';
import { ListPage } from '../ui/list/ListPage.tsx';
import { Tag } from '../ui/Tag.tsx';
import { useAction } from '../ui/use-action.ts';
import { MoneyTabs } from './MoneyTabs.tsx';
import { describeRefund, formatReason } from './money-text.ts';
import { type RefundStepChoice, RefundStepDialog } from './RefundStepDialog.tsx';

type Refund = RecordOf<'refunds'>;

export function RefundsPage() {
  const t = useText();
  const lang = useLang();
  const columns: Column<Refund>[] = [
    {
      label: t('orders.order'),
      text: ({ order_number }) => order_number,
      show: ({ order_number }) => <OrderLink number={order_number} />,
    },
    {
      label: t('money.amount'),
      isNumber: true,
      text: ({ amount }) => formatMoney(amount),
      show: ({ amount, coins, points }) => (
        <>
          <b>{formatMoney(amount)}</b>
          {coins > 0 && <div className="quiet small">{t('money.coins', { count: coins })}</div>}
          {points > 0 && <div className="quiet small">{t('money.points', { count: points })}</div>}
        </>
      ),
    },
    {
      label: t('money.state'),
      text: ({ state }) => describeRefund(state, t).text,
      show: ({ state, needs_second_person }) => {
        const { tone, text } = describeRefund(state, t);
        return (
          <span className="tags">
            <Tag tone={tone}>{text}</Tag>
            {state === 'requested' && needs_second_person && <Tag tone="deal">{t('money.second_person')}</Tag>}
          </span>
        );
      },
    },
    {
      label: t('form.reason'),
      text: ({ reason, comment }) => [formatReason(reason, t), comment].filter(Boolean).join(': '),
      show: ({ reason, comment, failure }) => (
        <>
          {formatReason(reason, t)}
          <div className="quiet small">{[comment, failure].filter(Boolean).join(' · ')}</div>
        </>
      ),
    },
    {
      label: t('money.requested'),
      text: ({ created_at }) => formatDateTime(created_at, lang),
      show: ({ created_at }) => <span className="quiet">{formatDateTime(created_at, lang)}</span>,
    },
  ];
  return (
    <ListPage
      resource="refunds"
      title={t('menu.money')}
      columns={columns}
      quick={(['requested', 'approved', 'sent', 'failed'] as const).map((state) => ({
        label: t(`refund_state.${state}`),
        filter: { state },
      }))}
      filters={[
        { kind: 'text', source: 'order_number', label: t('money.order_number') },
        {
          kind: 'choice',
          source: 'state',
          label: t('money.state'),
          choices: REFUND_STATES.map((value) => ({ value, label: t(`refund_state.${value}`) })),
        },
        { kind: 'flag', source: 'unsettled', label: t('money.unsettled') },
      ]}
      rowActions={(refund) => <RefundSteps refund={refund} />}
      empty={<h2>{t('money.refunds_none')}</h2>}
    >
      <MoneyTabs />
    </ListPage>
  );
}

/** Buttons for the steps of one refund, the next step as the main one. */
function RefundSteps({ refund: { id, state, reference, replaced_by, amount, order_number } }: { refund: Refund }) {
  const t = useText();
  const [approve, isApproving] = useAction('refunds', 'approve');
  const [requestAgain, isRequesting] = useAction('refunds', 'requestAgain');
  const [openStep, setOpenStep] = useState<RefundStepChoice | null>(null);
  const isFinance = may('staff.approveRefund');
  return (
    <>
      {state === 'requested' && (
        <>
          {may('staff.withdrawRefund') && (
            <Button size="small" color="secondary" onClick={() => setOpenStep('withdraw')}>
              {t('money.withdraw')}
            </Button>
          )}
          {isFinance && (
            <ConfirmButton
              size="small"
              variant="contained"
              label={t('money.approve')}
              consequence={t('money.approve_text', { amount: formatMoney(amount), number: order_number })}
              isBusy={isApproving}
              onConfirm={() => approve(id, undefined, t('money.done_approve'))}
            />
          )}
        </>
      )}
      {isFinance && (state === 'approved' || state === 'sent') && (
        <>
          <Button size="small" color="secondary" onClick={() => setOpenStep('fail')}>
            {t('money.fail')}
          </Button>
          {state === 'approved' && reference !== null && (
            <Button size="small" color="secondary" onClick={() => setOpenStep('send')}>
              {t('money.send')}
            </Button>
          )}
          <Button size="small" variant="contained" onClick={() => setOpenStep('settle')}>
            {t('money.settle')}
          </Button>
        </>
      )}
      {state === 'failed' && replaced_by === null && (
        <Button size="small" loading={isRequesting} onClick={() => requestAgain(id, undefined, t('order.done_refund'))}>
          {t('money.again')}
        </Button>
      )}
      {openStep !== null && <RefundStepDialog id={id} step={openStep} onClose={() => setOpenStep(null)} />}
    </>
  );
}
