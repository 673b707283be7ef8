import { Button } from '@mui/material';
import { formatDateTime } from '@shop/core/dates';
import { CANCELLATION_STATES } from '@shop/core/orders/cancellation';
import { useState } from 'react';
import type { RecordOf } from '../api/data-provider.ts';
import { may } from '../api/endpoint-roles.ts';
import { useLang, useText } from '../i18n/text.ts';
import { CancellationDecisionDialog } from '../orders/CancellationNotice.tsx';
import { OrderLink } from '../orders/OrderLink.tsx';
import { ListPage } from '../ui/list/ListPage.tsx';
import { Tag } from '../ui/Tag.tsx';
import { MoneyTabs } from './MoneyTabs.tsx';

const TONES = { requested: 'deal', approved: 'good', rejected: 'bad', withdrawn: 'plain' } as const;

/** Shoppers' cancellation requests, with buttons to approve or reject them. */
export function CancellationsPage() {
  const t = useText();
  const lang = useLang();
  const [openDecision, setOpenDecision] = useState<{
    request: RecordOf<'cancellations'>;
    decision: 'approve' | 'reject';
  } | null>(null);
  return (
    <>
      <ListPage
        resource="cancellations"
        title={t('menu.money')}
        columns={[
          {
            label: t('orders.order'),
            text: ({ order_number }) => order_number,
            show: ({ order_number }) => <OrderLink number={order_number} />,
          },
          {
            label: t('money.state'),
            text: ({ state }) => t(`cancellation.${state}`),
            show: ({ state }) => <Tag tone={TONES[state]}>{t(`cancellation.${state}`)}</Tag>,
          },
          {
            label: t('form.reason'),
            text: ({ reason }) => reason,
            show: ({ reason, comment }) => (
              <>
                {reason}
                {comment !== null && <div className="quiet small">{comment}</div>}
              </>
            ),
          },
          {
            label: t('money.requested'),
            text: ({ requested_at }) => formatDateTime(requested_at, lang),
            show: ({ requested_at }) => <span className="quiet">{formatDateTime(requested_at, lang)}</span>,
          },
        ]}
        quick={[{ label: t('cancellation.requested'), filter: { state: 'requested' } }]}
        filters={[
          { kind: 'text', source: 'order_number', label: t('money.order_number') },
          {
            kind: 'choice',
            source: 'state',
            label: t('money.state'),
            choices: CANCELLATION_STATES.map((value) => ({ value, label: t(`cancellation.${value}`) })),
          },
        ]}
        rowActions={(request) =>
          request.state === 'requested' &&
          may('staff.approveCancellation') && (
            <>
              <Button size="small" color="secondary" onClick={() => setOpenDecision({ request, decision: 'reject' })}>
                {t('order.reject')}
              </Button>
              <Button
                size="small"
                variant="contained"
                onClick={() => setOpenDecision({ request, decision: 'approve' })}
              >
                {t('order.approve')}
              </Button>
            </>
          )
        }
      >
        <MoneyTabs />
      </ListPage>
      {openDecision !== null && (
        <CancellationDecisionDialog
          id={openDecision.request.id}
          number={openDecision.request.order_number}
          decision={openDecision.decision}
          onClose={() => setOpenDecision(null)}
        />
      )}
    </>
  );
}
