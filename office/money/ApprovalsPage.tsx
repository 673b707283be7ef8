/** Changes that wait for the approval of a second person. */

import { Button } from '@mui/material';
import type { Lang } from '@shop/core/lang';
import { formatMoney } from '@shop/core/money';
import { APPROVAL_KINDS, APPROVAL_ROLES, APPROVAL_STATES, type ApprovalKind } from '@shop/core/staff/approvals';
import { hasRole } from '@shop/core/staff/roles';
import type { ReactNode } from 'react';
import type { RecordOf } from '../api/data-provider.ts';
import { may } from '../api/endpoint-roles.ts';
import { currentRoles, currentSession } from '../api/session.ts';
import { type Text, useLang, useText } from '../i18n/text.ts';
import { describeDifference } from '../stock/price-text.ts';
import { ListPage } from '../ui/list/ListPage.tsx';
import { Tag } from '../ui/Tag.tsx';
import { useAction } from '../ui/use-action.ts';
import { MoneyTabs } from './MoneyTabs.tsx';

const TONES = { pending: 'cash', approved: 'good', rejected: 'bad', expired: 'plain' } as const;

/** Waiting changes of all kinds that the user's roles may see. */
export function ApprovalsPage() {
  const t = useText();
  return (
    <ApprovalList title={t('menu.money')}>
      <MoneyTabs />
    </ApprovalList>
  );
}

/** Formats a change, a line for each part: `RM10.00 → RM12.00`, or points and their reason. */
function describeChange(approval: RecordOf<'approvals'>, t: Text, lang: Lang): readonly string[] {
  if (approval.kind === 'price_change') {
    const { name, reason, differences } = approval.change;
    return [name, ...differences.map((each) => describeDifference(each, t, lang)), reason];
  }
  const { amount, kind, reason } = approval.change;
  return [t('approval.wallet', { amount, wallet: t(`wallet.${kind}`), reason })];
}

export function ApprovalList({
  title,
  kind,
  children,
}: {
  title: string;
  /** Shows only changes of this kind. */
  kind?: ApprovalKind;
  children: ReactNode;
}) {
  const t = useText();
  const lang = useLang();
  return (
    <ListPage
      resource="approvals"
      title={title}
      {...(kind !== undefined && { filter: { kind } })}
      columns={[
        {
          label: t('approval.change'),
          text: (approval) => describeChange(approval, t, lang).join('; '),
          show: (approval) =>
            describeChange(approval, t, lang).map((line, index) => (
              <div key={line} className={index === 0 ? undefined : 'small wrap'}>
                {line}
              </div>
            )),
        },
        {
          label: t('approval.value'),
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
        ...(kind === undefined
          ? [
              {
                kind: 'choice',
                source: 'kind',
                label: t('approval.kind'),
                choices: APPROVAL_KINDS.map((value) => ({ value, label: t(`approval.kind_${value}`) })),
              } as const,
            ]
          : []),
      ]}
      {...(may('staff.approve') && { quick: [{ label: t('approval.to_approve'), filter: { to_approve: true } }] })}
      rowActions={(approval) => <DecisionButtons approval={approval} />}
      empty={<h2>{t('approval.none')}</h2>}
    >
      {children}
    </ListPage>
  );
}

function DecisionButtons({ approval: { id, kind, state, requested_by } }: { approval: RecordOf<'approvals'> }) {
  const t = useText();
  const [approve, isApproving] = useAction('approvals', 'approve');
  const [reject, isRejecting] = useAction('approvals', 'reject');
  if (state !== 'pending' || !hasRole(currentRoles(), APPROVAL_ROLES[kind].decide)) return null;
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
