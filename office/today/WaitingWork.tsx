import { Button } from '@mui/material';
import type { Today } from '@shop/contract/staff/staff-today';
import { formatDateTime, formatTime } from '@shop/core/dates';
import { formatMoney } from '@shop/core/money';
import { dayOf } from '@shop/core/time';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useLang, useText } from '../i18n/text.ts';
import { Tag, type TagTone } from '../ui/Tag.tsx';
import { buildListAddress } from './list-link.ts';
import { buildApprovalsAddress } from './waiting.ts';

/** Maximum number of late orders and of searches on the page; their lists have all. */
const MAX_LATE_ROWS = 5;
const MAX_SEARCH_ROWS = 3;

function WorkRow({
  tone,
  kind,
  title,
  more,
  to,
  button,
  label,
}: {
  tone: TagTone;
  kind: string;
  title: ReactNode;
  more: string;
  to: string;
  button: string;
  /** The button's accessible name, because its visible text is short. */
  label: string;
}) {
  return (
    <div className="row need">
      <Tag tone={tone}>{kind}</Tag>
      <div className="grow">
        {title}
        <div className="quiet small">{more}</div>
      </div>
      <Button color="secondary" component={Link} to={to} aria-label={label}>
        {button}
      </Button>
    </div>
  );
}

/** Lists the waiting work, the most urgent first, each row with a button that opens it. */
export function WaitingWork({ today }: { today: Today }) {
  const t = useText();
  const lang = useLang();
  const { orders, cancellations, refunds, approvals, unpaid, failed, searches } = today;
  const formatAt = (time: Date) => formatTime(time, lang);
  /** Formats a time, with its day unless it is today, because requests wait for days. */
  const formatSince = (time: Date) => (dayOf(time) === today.day ? formatAt(time) : formatDateTime(time, lang));
  const rows = [
    ...(orders?.latest.slice(0, MAX_LATE_ROWS) ?? []).map((order) => (
      <WorkRow
        key={order.id}
        tone="late"
        kind={t('orders.late')}
        title={
          <>
            <b>{order.order_number}</b> · {t('today.order_line', { name: order.recipient, count: order.units })}
          </>
        }
        more={t('today.order_due', { status: t(`status.${order.status}`), time: formatAt(order.due_at) })}
        to={`/orders/${order.order_number}`}
        button={t('today.open')}
        label={t('today.open_order', { number: order.order_number })}
      />
    )),
    cancellations !== null && cancellations.count > 0 && (
      <WorkRow
        key="cancel"
        tone="deal"
        kind={t('today.kind_cancel')}
        title={<b>{t('today.cancel_row', { count: cancellations.count })}</b>}
        more={cancellations.oldest_at === null ? '' : t('today.oldest', { time: formatSince(cancellations.oldest_at) })}
        to={buildListAddress(cancellations.list)}
        button={t('today.decide')}
        label={`${t('today.decide')}: ${t('today.cancel_row', { count: cancellations.count })}`}
      />
    ),
    refunds !== null && refunds.count > 0 && (
      <WorkRow
        key="refund"
        tone="cash"
        kind={t('today.kind_refund')}
        title={<b>{t('today.refund_row', { count: refunds.count, amount: formatMoney(refunds.amount) })}</b>}
        more={refunds.oldest_at === null ? '' : t('today.oldest', { time: formatSince(refunds.oldest_at) })}
        to={buildListAddress(refunds.list)}
        button={t('today.check')}
        label={`${t('today.check')}: ${t('today.kind_refund')}`}
      />
    ),
    ...(approvals ?? []).map(({ kind, count, oldest_at, list }) => (
      <WorkRow
        key={kind}
        tone="cash"
        kind={t(`today.kind_${kind}`)}
        title={<b>{t(`today.approvals_${kind}`, { count })}</b>}
        more={t('today.oldest', { time: formatSince(oldest_at) })}
        to={buildApprovalsAddress(kind, list)}
        button={t('today.check')}
        label={`${t('today.check')}: ${t(`today.approvals_${kind}`, { count })}`}
      />
    )),
    unpaid !== null && unpaid.count > 0 && (
      <WorkRow
        key="unpaid"
        tone="info"
        kind={t('today.kind_unpaid')}
        title={<b>{t('today.unpaid_row', { count: unpaid.count })}</b>}
        more={unpaid.first_at === null ? '' : t('today.unpaid_first', { time: formatAt(unpaid.first_at) })}
        to={buildListAddress(unpaid.list)}
        button={t('today.see')}
        label={`${t('today.see')}: ${t('today.kind_unpaid')}`}
      />
    ),
    ...(failed ?? []).map((each) => (
      <WorkRow
        key={each.channel}
        tone="bad"
        kind={t('today.kind_failed')}
        title={<b>{t('today.failed_row', { count: each.count, channel: t(`channel.${each.channel}`) })}</b>}
        more={t('today.since_yesterday')}
        to={buildListAddress(each.list)}
        button={t('today.see')}
        label={`${t('today.see')}: ${t('today.kind_failed')}, ${t(`channel.${each.channel}`)}`}
      />
    )),
    ...(searches?.keywords.slice(0, MAX_SEARCH_ROWS) ?? []).map(({ keyword, lang: of, times }) => (
      <WorkRow
        key={`${of} ${keyword}`}
        tone="info"
        kind={t('today.kind_search')}
        title={t('today.search_row', { keyword, count: times })}
        more={t('today.since_yesterday')}
        to={buildListAddress((searches ?? { list: { endpoint: 'staff.searchMisses', query: {} } }).list)}
        button={t('today.see')}
        label={`${t('today.see')}: ${keyword}`}
      />
    )),
  ].filter(Boolean);
  return (
    <section className="card" aria-labelledby="needs">
      <h2 id="needs">{t('today.needs_you')}</h2>
      {rows.length === 0 ? <p className="quiet">{t('today.needs_nothing')}</p> : rows}
    </section>
  );
}
