/** Counts of waiting work for the entries of the menu and the tabs of a page, from today's numbers. */
import type { ListLink, Today } from '@shop/contract/staff/staff-today';
import type { ApprovalKind } from '@shop/core/staff/approvals';
import { may } from '../api/endpoint-roles.ts';
import { type Text, useText } from '../i18n/text.ts';
import type { WaitingCount } from '../ui/CountBadge.tsx';
import { buildListUrl } from '../ui/list-url.ts';
import { toListFilter } from './list-link.ts';
import { useToday } from './use-today.ts';

/** A count of waiting work: `entry` is the path of its entry in the menu, `page` that of the page that lists it. */
export type MenuCount = WaitingCount & { entry: string; page: string };

/** Returns the page where the user approves: price changes in Stock if they may change prices, all others in Money. */
const findApprovalsPage = (kind: ApprovalKind): '/stock/approvals' | '/money/approvals' =>
  kind === 'price_change' && may('staff.changePrices') ? '/stock/approvals' : '/money/approvals';

/** Builds the address of the list of changes of one kind that the user may approve. */
export function buildApprovalsAddress(kind: ApprovalKind, list: ListLink): string {
  const page = findApprovalsPage(kind);
  // The page in Stock lists price changes alone.
  const { kind: _, ...filter } = toListFilter(list);
  return buildListUrl(page, page === '/stock/approvals' ? filter : toListFilter(list));
}

export function listWaiting(today: Today, t: Text): readonly MenuCount[] {
  const { orders, refunds, cancellations, approvals, stock } = today;
  const all: readonly MenuCount[] = [
    {
      entry: 'orders',
      page: '/orders',
      count: orders?.late.count ?? 0,
      text: t('today.late_part', { count: orders?.late.count ?? 0 }),
      isUrgent: true,
    },
    {
      entry: 'picking',
      page: '/picking',
      count: orders?.to_pick.count ?? 0,
      text: t('today.part', { count: orders?.to_pick.count ?? 0, status: t('status.pending') }),
    },
    {
      entry: 'delivery',
      page: '/delivery',
      count: orders?.packed.count ?? 0,
      text: t('today.part', { count: orders?.packed.count ?? 0, status: t('status.packed') }),
    },
    {
      entry: 'money',
      page: '/money',
      count: may('staff.approveRefund') ? (refunds?.count ?? 0) : 0,
      text: t('waiting.refunds', { count: refunds?.count ?? 0 }),
      isUrgent: true,
    },
    {
      entry: 'money',
      page: '/money/cancellations',
      count: may('staff.approveCancellation') ? (cancellations?.count ?? 0) : 0,
      text: t('waiting.cancellations', { count: cancellations?.count ?? 0 }),
      isUrgent: true,
    },
    ...(approvals ?? []).map(({ kind, count }) => {
      const page = findApprovalsPage(kind);
      const entry = page === '/stock/approvals' ? 'stock' : 'money';
      return { entry, page, count, text: t(`today.approvals_${kind}`, { count }), isUrgent: true };
    }),
    {
      entry: 'stock',
      page: '/today/stock',
      count: stock?.negative.count ?? 0,
      text: t('waiting.negative', { count: stock?.negative.count ?? 0 }),
      isUrgent: true,
    },
  ];
  return all.filter(({ count }) => count > 0);
}

/** Returns the counts of waiting work, which update when orders change. */
export function useWaiting(): readonly MenuCount[] {
  const t = useText();
  const { data } = useToday();
  return data === undefined ? [] : listWaiting(data, t);
}
