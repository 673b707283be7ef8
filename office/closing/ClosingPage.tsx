/** The daily closing: a day's sums by section, to print or to download. */
import { Button, TextField } from '@mui/material';
import type { Closing } from '@shop/contract/staff/staff-closing';
import { formatDate } from '@shop/core/dates';
import { formatMoney } from '@shop/core/money';
import { dayOf, midnightOf } from '@shop/core/time';
import { downloadCSV, useGetOne, useNotify } from 'ra-core';
import { useState } from 'react';
import { readClosingCsv } from '../api/closing-csv.ts';
import { useLang, useText } from '../i18n/text.ts';
import { LoadingPage } from '../layout/states.tsx';
import { formatReason } from '../money/money-text.ts';
import { formatError } from '../ui/format-error.ts';
import { Page } from '../ui/Page.tsx';
import { useDay } from '../ui/use-day.ts';

type SalesSums = Closing['sales'];
/** Amounts that add up to the total. */
const TOTAL_PARTS = [
  'items_total',
  'discount',
  'coupon_discount',
  'delivery_fee',
  'bag_fee',
  'tip',
  'voucher',
  'points',
  'coins',
  'undelivered',
  'rounding',
] as const;

export function ClosingPage() {
  const t = useText();
  const lang = useLang();
  const notify = useNotify();
  const [isLoading, setLoading] = useState(false);
  const [day, setDay] = useDay();
  const { data, error } = useGetOne<Closing & { id: string }>('closing', { id: day });
  const download = async () => {
    setLoading(true);
    try {
      downloadCSV(await readClosingCsv(day), `closing-${day}`);
    } catch (failure) {
      notify(formatError(failure, t), { type: 'error' });
    } finally {
      setLoading(false);
    }
  };
  return (
    <Page
      title={t('menu.closing')}
      sub={formatDate(midnightOf(day), lang)}
      actions={
        <span className="buttons no-print">
          <TextField
            type="date"
            label={t('closing.day')}
            value={day}
            slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: dayOf(new Date()) } }}
            onChange={({ target }) => setDay(target.value)}
          />
          <Button color="secondary" onClick={() => window.print()}>
            {t('print.print')}
          </Button>
          <Button color="secondary" loading={isLoading} onClick={download}>
            {t('closing.csv')}
          </Button>
        </span>
      }
    >
      {error !== null && data === undefined && <p role="alert">{formatError(error, t)}</p>}
      {data === undefined && error === null && <LoadingPage />}
      {data !== undefined && <ClosingSections closing={data} />}
    </Page>
  );
}

function ClosingSections({ closing }: { closing: Closing }) {
  const t = useText();
  const { sales, by_payment_method, by_tax_class, refunds, deliveries, cash } = closing;
  const renderSection = (id: string, title: string, rows: (readonly [string, string | number])[], total?: string) => (
    <section className="card" key={id} aria-label={title}>
      <h2>{title}</h2>
      <dl className="money">
        {rows.map(([label, value]) => [<dt key={label}>{label}</dt>, <dd key={`${label} value`}>{value}</dd>])}
        {total !== undefined && (
          <>
            <dt className="total">{t('order.total')}</dt>
            <dd className="total">{total}</dd>
          </>
        )}
      </dl>
    </section>
  );
  const renderSums = (id: string, title: string, sums: SalesSums) =>
    renderSection(
      id,
      title,
      [
        [t('menu.orders'), sums.orders] as const,
        ...TOTAL_PARTS.filter((part) => sums[part] !== 0 || part === 'items_total').map(
          (part) => [t(`closing.${part}`), formatMoney(sums[part])] as const,
        ),
      ],
      formatMoney(sums.grand_total),
    );
  return (
    <div className="columns halves">
      {renderSums('sales', t('closing.sales'), sales)}
      {renderSection(
        'net',
        t('closing.net'),
        [
          [t('closing.sales'), formatMoney(sales.grand_total)],
          [t('money.refunds'), formatMoney(closing.refunded)],
          [t('closing.points_redeemed'), closing.points_redeemed.toLocaleString('en')],
        ],
        formatMoney(closing.net),
      )}
      {by_payment_method.map((method) => renderSums(method.payment_method, method.name, method))}
      {renderSection(
        'tax',
        t('closing.tax'),
        by_tax_class.map((row) => [
          t('closing.tax_row', { name: row.tax_class ?? t('closing.no_class'), count: row.units }),
          formatMoney(row.amount),
        ]),
      )}
      {renderSection(
        'refunds',
        t('money.refunds'),
        refunds.map((row) => [
          t('closing.refund_row', { reason: formatReason(row.reason, t), count: row.count }),
          formatMoney(row.amount),
        ]),
        formatMoney(closing.refunded),
      )}
      {renderSection('deliveries', t('closing.deliveries'), [
        [t('closing.delivered'), deliveries.delivered],
        [t('closing.failed'), deliveries.failed],
        [t('closing.canceled'), deliveries.canceled],
      ])}
      {renderSection('cash', t('closing.cash'), [
        [t('closing.cash_due'), formatMoney(cash.cash_due)],
        [t('closing.cash_recorded'), formatMoney(cash.cash_recorded)],
        [t('closing.cash_counted'), formatMoney(cash.cash_counted)],
        [t('closing.cash_difference'), formatMoney(cash.cash_difference)],
        [t('closing.uncounted_runs'), cash.uncounted_runs],
      ])}
    </div>
  );
}
