/** Coupon field, collapsed at first: an open field sends shoppers away to look for a code (docs/ux.md#rule-32). */
import { formatMoney } from '@shop/core/money';
import { refusal } from '@shop/core/refusal';
import { refusalText } from '@shop/core/refusal-text';
import { type FormEvent, useState } from 'react';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { Accordion } from '../../ui/Accordion.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { TextInput } from '../../ui/forms/TextInput.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { toast } from '../../ui/toasts/toast.ts';
import { useSaveCheckout } from '../checkout-queries.ts';
import { checkoutActions, useCheckout } from '../checkout-store.ts';

export function CouponField() {
  const t = useT();
  const lang = useLang();
  const { coupon_code, coupon_discount } = useCheckout(({ state }) => state);
  const save = useSaveCheckout();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function apply(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const typed = code.trim();
    if (typed === '') return setError(t('checkout.coupon_required'));
    setBusy(true);
    const saved = await save({ coupon_code: typed }, { quiet: true });
    setBusy(false);
    if ('error' in saved) {
      return setError(
        saved.error.errors.coupon_code?.[0] || saved.error.message || refusalText(refusal('coupon.invalid'), lang),
      );
    }
    checkoutActions.applyCoupon(typed, saved.cart.coupon_discount);
    setCode('');
    setError(null);
  }

  async function remove(): Promise<void> {
    setBusy(true);
    const saved = await save({ coupon_code: null }, { quiet: true });
    setBusy(false);
    if ('error' in saved) return toast(t('checkout.coupon_not_removed'), { kind: 'error' });
    checkoutActions.removeCoupon();
    toast(t('checkout.coupon_removed'), { kind: 'success' });
  }

  if (coupon_code !== null) {
    return (
      <p className="flex items-center gap-2 rounded-md bg-pandan-50 px-3 py-1 text-sm font-semibold">
        <Icon name="tag" className="size-5 text-action" />
        <span className="flex-1">
          {t('checkout.coupon_applied', { code: coupon_code, amount: formatMoney(coupon_discount) })}
        </span>
        <Button kind="quiet" size="compact" busy={busy} onClick={() => void remove()}>
          {t('checkout.coupon_remove')}
        </Button>
      </p>
    );
  }
  return (
    <Accordion title={t('checkout.have_a_code')} className="border-t">
      <form noValidate className="flex items-end gap-2" onSubmit={(event) => void apply(event)}>
        <Field label={t('checkout.coupon')} error={error} className="flex-1">
          <TextInput
            name="coupon_code"
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={60}
            value={code}
            onChange={(event) => {
              setCode(event.target.value);
              setError(null);
            }}
          />
        </Field>
        <Button type="submit" kind="secondary" busy={busy}>
          {t('checkout.coupon_apply')}
        </Button>
      </form>
    </Accordion>
  );
}
