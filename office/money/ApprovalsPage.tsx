/** Changes that need a second person, with their decision. */

import { Button } from '@mui/material';
import { formatMoney } from '@shop/core/money';
import { APPROVAL_STATES } from '@shop/core/staff/approvals';
import type { RecordOf } from '../api/data-provider.ts';
import { may } from '../api/endpoint-roles.ts';
import { currentSession } from '../api/session.ts';
import { useText } from '../i18n/text.ts';
import { ListPage } from '../ui/list/ListPage.tsx';
import { Tag } from '../ui/Tag.tsx';
import { useAction } from '../ui/use-action.ts';
import { MoneyTabs } from './MoneyTabs.tsx';

const TONES = { pending: 'cash', approved: 'good', rejected: 'bad', expired: 'plain' } as const;

export function ApprovalsPage() {
  const t = useText();
  const describe = ({ change }: RecordOf<'approvals'>) =>
    t('approval.wallet', { amount: change.amount, wallet: t(`wallet.${change.kind}`), reason: change.reason });
  return (
    <ListPage
      resource="approvals"
      title={t('menu.money')}
      columns={[
        { label: t('approval.change'), text: describe, show: describe },
        {
          label: t('liability.value'),
          isNumber: true,
          text: ({ value }) => formatMoney(value),
          show: ({ value }) => <b>{formatMoney(value)}</b>,
        },
        {
          label: t('money.state'),
          text: ({ state }) => t(`approval.${state}`),
          show: ({ state }) => <Tag tone={TONES[state]}>{t(`approval.${state}`)}</Tag>,
        },
        { label: t('approval.by'), text: ({ requested_by }) => requested_by, show: ({ requested_by }) => requested_by },
      ]}
      filters={[
        {
          kind: 'choice',
          source: 'state',
          label: t('money.state'),
          choices: APPROVAL_STATES.map((value) => ({ value, label: t(`approval.${value}`) })),
        },
      ]}
      rowActions={(approval) => <Decision approval={approval} />}
      empty={<h2>{t('approval.none')}</h2>}
    >
      <MoneyTabs />
    </ListPage>
  );
}

function Decision({ approval: { id, state, requested_by } }: { approval: RecordOf<'approvals'> }) {
  const t = useText();
  const [approve, isApproving] = useAction('approvals', 'approve');
  const [reject, isRejecting] = useAction('approvals', 'reject');
  if (state !== 'pending' || !may('staff.approve')) return null;
  return (
    <>
      <Button
        size="small"
        color="secondary"
        loading={isRejecting}
        onClick={() => reject(id, { comment: null }, t('approval.done_reject'))}
      >
        {t('order.reject')}
      </Button>
      {requested_by !== currentSession()?.staff.email && (
        <Button
          size="small"
          variant="contained"
          loading={isApproving}
          onClick={() => approve(id, undefined, t('approval.done_approve'))}
        >
          {t('money.approve')}
        </Button>
      )}
    </>
  );
}
