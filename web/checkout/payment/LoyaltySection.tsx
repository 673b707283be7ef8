/**
 * Spends the customer's vouchers, points and coins in the checkout, and shows why some cannot be used
 * (docs/ux.md#rule-36).
 */
import type { Cart } from '@shop/contract/cart';
import { findPointsLimit } from '@shop/core/loyalty/redeem';
import { formatMoney, type Sen } from '@shop/core/money';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useTokenScope } from '../../api/tokens.ts';
import { ChangeNote } from '../../cart/drawer/line-parts.tsx';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { formatCount } from '../../loyalty/amount-text.ts';
import { ownVoucherPages } from '../../loyalty/loyalty-queries.ts';
import { useLoyalty } from '../../loyalty/use-loyalty.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { Switch } from '../../ui/forms/Switch.tsx';
import { TextInput } from '../../ui/forms/TextInput.tsx';
import { type CheckoutRequest, useSaveCheckout } from '../checkout-queries.ts';
import { checkoutActions, useCheckout } from '../checkout-store.ts';

/** Saves the choice of a voucher, points or coins; `error` is the server's reason to refuse it. */
function useSaveChoice() {
  const t = useT();
  const save = useSaveCheckout();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  return {
    busy,
    error,
    async choose(body: CheckoutRequest): Promise<void> {
      if (busy) return;
      setBusy(true);
      setError('');
      const result = await save(body, { quiet: true });
      setBusy(false);
      if ('error' in result) setError(result.error.message || t('ui.error_network'));
    },
  };
}

/** Shows the customer's active vouchers for online orders as chips; an order can use one. */
function VoucherChips({ cart }: { cart: Cart }) {
  const t = useT();
  const { data } = useInfiniteQuery(ownVoucherPages(useLang(), useTokenScope(), 'active'));
  const { busy, error, choose } = useSaveChoice();
  const vouchers = (data?.pages.flatMap((page) => page.data) ?? []).filter(
    ({ id, locked, usable }) => usable.includes('online') && (!locked || id === cart.voucher_id),
  );
  if (vouchers.length === 0) return null;
  const blockedVouchers = vouchers.filter(({ id, why_not }) => why_not !== null && id !== cart.voucher_id);
  return (
    <div className="grid gap-2">
      <h3 className="text-md">{t('loyalty.vouchers')}</h3>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form */}
      <div role="group" aria-label={t('loyalty.vouchers')} className="flex flex-wrap gap-2" aria-busy={busy}>
        {vouchers
          .filter((voucher) => !blockedVouchers.includes(voucher))
          .map(({ id, name, value }) => (
            <Chip
              key={id}
              selected={id === cart.voucher_id}
              onClick={() => void choose({ voucher_id: id === cart.voucher_id ? null : id })}
            >
              <strong>{value}</strong> {name}
            </Chip>
          ))}
      </div>
      {cart.voucher_note !== null && (
        <div role="status">
          <ChangeNote>{cart.voucher_note}</ChangeNote>
        </div>
      )}
      <FormError text={error} />
      {blockedVouchers.length > 0 && (
        <ul className="grid gap-1 text-sm text-ink-2">
          {blockedVouchers.map(({ id, name, why_not }) => (
            <li key={id}>
              <strong className="font-semibold">{name}</strong> · {why_not}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Copies the value of the coins that the cart uses into the checkout state, and returns it in sen. */
function useStoreCredit({ point_info }: Pick<Cart, 'point_info'>): Sen {
  const { isRestored, state } = useCheckout();
  const storeCredit = point_info.coins_redeem_value;
  useEffect(() => {
    if (isRestored && state.store_credit !== storeCredit) checkoutActions.setStoreCredit(storeCredit);
  }, [isRestored, state.store_credit, storeCredit]);
  return state.store_credit;
}

type WalletSpendingProps = { cart: Cart; wallet: 'points' | 'coins' };

/** Spends as many points or coins as the order can take, or a typed number. Renders nothing for an empty wallet. */
function WalletSpending({ cart, wallet }: WalletSpendingProps) {
  const t = useT();
  const { point_info: info } = cart;
  const usedAmount = wallet === 'points' ? cart.use_points : cart.use_golds;
  const credit = useStoreCredit(cart);
  const value = wallet === 'points' ? info.points_redeem_value : credit;
  const balance = info[`${wallet}_balance`];
  const max = info[`${wallet}_max`];
  const noCoinsNeeded = max === 0 && usedAmount === 0 ? t('loyalty.no_coins_needed') : null;
  const whyNot = wallet === 'points' ? info.why_not : noCoinsNeeded;
  const toChoice = (amount: number): CheckoutRequest =>
    wallet === 'points' ? { use_points: amount } : { use_golds: amount };
  const { busy, error, choose } = useSaveChoice();
  const [typedAmount, setTyped] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const amount = Number(typedAmount);
    setTyped(null);
    if (Number.isInteger(amount) && amount >= 0) void choose(toChoice(amount));
  };
  if (balance <= 0 && usedAmount === 0) return null;
  const isDisabled = whyNot !== null && usedAmount === 0;
  return (
    <div className="grid gap-2 rounded-lg border border-line p-4">
      <Switch
        checked={usedAmount > 0}
        disabled={busy || isDisabled}
        onChange={({ target }) => void choose(toChoice(target.checked ? max : 0))}
      >
        <strong className="block font-semibold">{t(`loyalty.use_${wallet}`)}</strong>
        {wallet === 'points' && max > 0 ? (
          <PointsRule info={info} />
        ) : (
          <span className="block text-sm text-ink-2">
            {t(`loyalty.${wallet}_balance`, { count: formatCount(balance), max: formatCount(max) })}
          </span>
        )}
      </Switch>
      {whyNot !== null && <p className="text-sm font-semibold text-coin-ink">{whyNot}</p>}
      {usedAmount > 0 && (
        <form noValidate className="flex items-end gap-2" onSubmit={submit}>
          <Field label={t(`loyalty.${wallet}_amount`)} className="flex-1">
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              maxLength={9}
              value={typedAmount ?? String(usedAmount)}
              onChange={({ target }) => setTyped(target.value.replace(/\D/g, ''))}
            />
          </Field>
          <Button type="submit" kind="secondary" busy={busy} aria-disabled={typedAmount === null || typedAmount === ''}>
            {t('loyalty.apply')}
          </Button>
        </form>
      )}
      <p role="status" className="text-sm font-semibold text-action-strong empty:hidden">
        {usedAmount > 0 && t('loyalty.takes_off', { amount: formatMoney(value) })}
      </p>
      <FormError text={error} />
    </div>
  );
}

/** Explains what points are worth in this order, and why it cannot use all of them. */
function PointsRule({ info }: { info: Cart['point_info'] }) {
  const t = useT();
  const loyalty = useLoyalty();
  if (loyalty === null || info.points_max === 0) return null;
  const { points_per_ringgit: step, max_points_percent: percent } = loyalty;
  const limit = findPointsLimit(info, loyalty);
  const highestAmount = formatMoney((info.points_max / step) * 100);
  const count = formatCount(info.points_balance);
  const max = formatCount(info.points_max);
  return (
    <>
      <span className="block text-sm text-ink-2">
        {t('loyalty.points_rule', { step, amount: 'RM1', most: highestAmount })}
      </span>
      <span className="block text-sm text-ink-2">
        {limit === null && t('loyalty.points_all', { count })}
        {limit === 'multiple' && t('loyalty.points_multiple', { count, max, step })}
        {limit === 'share' && t('loyalty.points_share', { count, max, percent })}
      </span>
    </>
  );
}

/** Renders nothing for a guest, or in a shop without a loyalty program. */
export function LoyaltySection({ cart }: { cart: Cart }) {
  const t = useT();
  const isMember = useTokenScope() !== 'guest';
  const loyalty = useLoyalty();
  if (!isMember || loyalty === null) return null;
  return (
    <section aria-label={t('loyalty.pay_with')} className="grid gap-4">
      <VoucherChips cart={cart} />
      <WalletSpending cart={cart} wallet="points" />
      <WalletSpending cart={cart} wallet="coins" />
    </section>
  );
}
