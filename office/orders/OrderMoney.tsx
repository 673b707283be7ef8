/** The money of an order: its amounts, payment attempts, refunds and recorded cash. */
import { formatDateTime } from '@shop/core/dates';
import { formatMoney, type Sen } from '@shop/core/money';
import { useGetList } from 'ra-core';
import type { RecordOf, StaffOrderRecord } from '../api/data-provider.ts';
import { may } from '../api/endpoint-roles.ts';
import { useLang, useText } from '../i18n/text.ts';
import { describeAttempt, describeRefund, formatReason } from '../money/money-text.ts';
import { formatActor } from '../orders/order-text.ts';
import { Tag } from '../ui/Tag.tsx';

export function OrderMoney({ order }: { order: StaffOrderRecord }) {
  const t = useText();
  const { totals } = order;
  const rows: readonly (readonly [string, Sen])[] = [
    [t('order.goods'), totals.items_total],
    [t('order.promotion'), -totals.discount],
    [t('order.coupon', { code: order.coupon_code ?? '' }), -totals.coupon_discount],
    [t('order.fee'), totals.delivery_fee],
    [t('order.bags'), totals.bag_fee],
    [t('order.tip'), totals.tip],
    [t('order.voucher'), -totals.voucher],
    [t('order.points'), -totals.points],
    [t('order.coins'), -totals.coins],
    [t('order.rounding'), totals.rounding],
    [t('order.undelivered'), -totals.undelivered],
  ];
  return (
    <section className="card" aria-labelledby="money">
      <h2 id="money">{t('order.money')}</h2>
      <dl className="money">
        {rows
          .filter(([, amount], index) => index === 0 || amount !== 0)
          .map(([label, amount]) => [
            <dt key={label}>{label}</dt>,
            <dd key={`${label} amount`} className={amount < 0 ? 'minus' : undefined}>
              {amount < 0 ? `−${formatMoney(-amount)}` : formatMoney(amount)}
            </dd>,
          ])}
        <dt className="total">{t('order.total')}</dt>
        <dd className="total">{formatMoney(order.grand_total)}</dd>
      </dl>
    </section>
  );
}

const WHOLE_LIST = { pagination: { page: 1, perPage: 30 } };

/** Payment attempts, refunds and cash of an order, as far as the user's roles may see them. */
export function OrderPayments({ order }: { order: StaffOrderRecord }) {
  const t = useText();
  const lang = useLang();
  const filter = { order_number: order.order_number };
  const enabled = may('staff.attempts');
  const attempts = useGetList<RecordOf<'attempts'> & { id: string }>(
    'attempts',
    { ...WHOLE_LIST, filter },
    { enabled },
  );
  const refunds = useGetList<RecordOf<'refunds'>>('refunds', { ...WHOLE_LIST, filter }, { enabled });
  if (!enabled) return null;
  return (
    <section className="card" aria-labelledby="attempts">
      <h2 id="attempts">{t('order.attempts')}</h2>
      {attempts.data?.length === 0 && <p className="quiet">{t('order.attempts_none')}</p>}
      {attempts.data?.map((attempt) => {
        const { tone, text } = describeAttempt(attempt.state, t);
        return (
          <div className="row" key={attempt.reference}>
            <div className="grow">
              <b>{formatMoney(attempt.amount)}</b> ·{' '}
              {attempt.payment_method === order.payment_method ? order.payment_method_name : attempt.payment_method}
              <div className="quiet small">
                {[
                  formatDateTime(attempt.created_at, lang),
                  attempt.reference,
                  attempt.is_confirmed ? t('order.attempt_checked') : '',
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </div>
            </div>
            <Tag tone={tone}>{text}</Tag>
          </div>
        );
      })}
      {refunds.data !== undefined && refunds.data.length > 0 && (
        <>
          <h2 className="later">{t('order.refunds')}</h2>
          {refunds.data.map((refund) => {
            const { tone, text } = describeRefund(refund.state, t);
            return (
              <div className="row" key={refund.id}>
                <div className="grow">
                  {t('order.refund_of', {
                    amount: formatMoney(refund.amount),
                    reason: formatReason(refund.reason, t),
                  })}
                  <div className="quiet small">
                    {[formatDateTime(refund.created_at, lang), refund.comment, refund.failure]
                      .filter(Boolean)
                      .join(' · ')}
                  </div>
                </div>
                <Tag tone={tone}>{text}</Tag>
              </div>
            );
          })}
        </>
      )}
      {order.cash_collections.length > 0 && (
        <>
          <h2 className="later">{t('order.cash')}</h2>
          {order.cash_collections.map((cash) => (
            <div className="row" key={cash.id}>
              <div className="grow">
                {t('order.cash_row', {
                  cash: formatMoney(cash.cash_collected),
                  total: formatMoney(cash.grand_total),
                  who: formatActor(cash.recorded_by, t),
                })}
                <div className="quiet small">{formatDateTime(cash.at, lang)}</div>
              </div>
            </div>
          ))}
        </>
      )}
    </section>
  );
}
