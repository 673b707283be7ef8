/**
 * The coupon field of cart and checkout, collapsed at first: an open field sends shoppers away to look for a code
 * (docs/ux.md#rule-32). Explains why a coupon does not apply (docs/api.md#promotions).
 */
import type { Cart } from '@shop/contract/cart';
import { formatMoney } from '@shop/core/money';
import { refusal } from '@shop/core/refusal';
import { useEffect, useId, useRef, useState } from 'react';
import { ChangeNote } from '../../cart/drawer/line-parts.tsx';
import { useProblemText } from '../../i18n/form-problems.ts';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { Accordion } from '../../ui/Accordion.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { Form } from '../../ui/forms/Form.tsx';
import { required, trim } from '../../ui/forms/form-table.ts';
import { TextInput } from '../../ui/forms/TextInput.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { toast } from '../../ui/toasts/toast.ts';
import { useSaveCheckout } from '../checkout-queries.ts';
import { checkoutActions, useCheckout } from '../checkout-store.ts';

type CouponFieldProps = { cart: Pick<Cart, 'coupon_code' | 'coupon_note' | 'coupon_discount' | 'promotions'> };

/** Copies the cart's coupon into the checkout state: it may be from the cart page, another tab or another device. */
function useCartsCoupon({ coupon_code, coupon_discount }: CouponFieldProps['cart']): void {
  const { isRestored, state } = useCheckout();
  const isSame = state.coupon_code === coupon_code && state.coupon_discount === coupon_discount;
  useEffect(() => {
    if (!isRestored || isSame) return;
    if (coupon_code === null) checkoutActions.removeCoupon();
    else checkoutActions.applyCoupon(coupon_code, coupon_discount);
  }, [isRestored, isSame, coupon_code, coupon_discount]);
}

/** Moves the focus to the control that replaced the one just used. */
function useFollowingFocus(code: string | null) {
  const container = useRef<HTMLDivElement>(null);
  const isUsed = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another code means other controls
  useEffect(() => {
    if (isUsed.current) container.current?.querySelector<HTMLElement>('button, summary')?.focus();
    isUsed.current = false;
  }, [code]);
  return {
    container,
    follow: (isFollowing: boolean) => {
      isUsed.current = isFollowing;
    },
  };
}

export function CouponField({ cart }: CouponFieldProps) {
  useCartsCoupon(cart);
  const { container, follow } = useFollowingFocus(cart.coupon_code);
  return (
    <div ref={container}>
      {cart.coupon_code === null ? (
        <CouponForm onApplied={follow} />
      ) : (
        <AppliedCoupon cart={cart} code={cart.coupon_code} onRemoved={follow} />
      )}
    </div>
  );
}

type AppliedCouponProps = CouponFieldProps & { code: string; onRemoved: (isFollowing: boolean) => void };

function AppliedCoupon({ cart: { coupon_note, promotions }, code, onRemoved }: AppliedCouponProps) {
  const t = useT();
  const save = useSaveCheckout();
  const [busy, setBusy] = useState(false);
  const promotion = promotions.find((each) => each.code === code);

  async function remove(): Promise<void> {
    if (busy) return;
    setBusy(true);
    onRemoved(true);
    const result = await save({ coupon_code: null }, { quiet: true });
    setBusy(false);
    if ('error' in result) {
      onRemoved(false);
      return toast(t('checkout.coupon_not_removed'), { kind: 'error' });
    }
    checkoutActions.removeCoupon();
    toast(t('checkout.coupon_removed'), { kind: 'success' });
  }

  // The amount is 0 while the delivery fee that the coupon lowers is unknown.
  const amount = promotion?.amount ?? 0;
  return (
    <div className="grid gap-2 rounded-md bg-pandan-50 px-3 py-1 text-sm">
      <div className="flex items-center gap-2">
        <Icon name="tag" className="size-5 text-action" />
        <p role="status" className="flex-1 font-semibold wrap-anywhere">
          {amount > 0 ? t('checkout.coupon_applied', { code, amount: formatMoney(amount) }) : <bdi>{code}</bdi>}
          {promotion !== undefined && (
            <span dir="auto" className="block font-normal text-ink-2">
              {promotion.name}
            </span>
          )}
        </p>
        <Button
          kind="quiet"
          size="compact"
          busy={busy}
          aria-label={t('checkout.coupon_remove_named', { code })}
          onClick={() => void remove()}
        >
          {t('checkout.coupon_remove')}
        </Button>
      </div>
      {coupon_note !== null && (
        <div role="status" className="pb-2">
          <ChangeNote>{coupon_note}</ChangeNote>
        </div>
      )}
    </div>
  );
}

function CouponForm({ onApplied }: { onApplied: (isFollowing: boolean) => void }) {
  const t = useT();
  const save = useSaveCheckout();
  const problemText = useProblemText();
  const form = useForm({
    name: useId(),
    fields: { coupon_code: { start: '', check: required('checkout.coupon_required'), normalize: trim } },
    shows: 'submitted',
    leadsTo: 'nowhere',
    async send(choice) {
      onApplied(true);
      const result = await save(choice);
      if (!('error' in result)) return;
      onApplied(false);
      throw result.error;
    },
    onFailure({ message }) {
      form.refuse({ coupon_code: [message || problemText(refusal('coupon.invalid'))] });
      return '';
    },
  });

  return (
    <Accordion title={t('checkout.have_a_code')} className="border-t">
      <Form form={form} className="flex items-end gap-2">
        <Field label={t('checkout.coupon')} {...form.field('coupon_code')} className="flex-1">
          <TextInput {...form.input('coupon_code')} autoComplete="off" autoCapitalize="characters" maxLength={60} />
        </Field>
        <Button type="submit" kind="secondary" busy={form.busy}>
          {t('checkout.coupon_apply')}
        </Button>
      </Form>
    </Accordion>
  );
}
