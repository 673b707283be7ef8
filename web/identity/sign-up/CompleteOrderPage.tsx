/** /complete-order: turns a guest's order into an account by a password (docs/spec.md §2 "order completion"). */

import type { Customer } from '@shop/contract/identity';
import { accountPath, checkoutResultPath, homePath, signUpPath, trackOrderPath } from '@shop/core/links/paths';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { langQuery } from '../../api/query-client.ts';
import { useTokenScope } from '../../api/tokens.ts';
import searchingSack from '../../art/sack-searching.svg?no-inline';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { Head } from '../../layout/Head.tsx';
import { LangLink, useGo } from '../../links.tsx';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { Form } from '../../ui/forms/Form.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { trim } from '../../ui/forms/form-table.ts';
import { EMAIL_TYPING, TextInput } from '../../ui/forms/TextInput.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { checkEmail } from '../contact-checks.ts';
import { IdentityCard, TermsNotice } from '../IdentityCard.tsx';
import { buildNewPasswordField } from '../new-password-field.ts';
import { PasswordInput } from '../PasswordInput.tsx';
import { sendGuestCart, useApplySignIn } from '../sign-in/use-apply-sign-in.ts';
import { clearOrderToComplete, type OrderToComplete, readOrderToComplete } from './order-to-complete.ts';
import { VerifyOffer } from './VerifyOffer.tsx';

type PasswordFormProps = { order: OrderToComplete; onDone: (me: Customer) => void };

function PasswordForm({ order, onDone }: PasswordFormProps) {
  const t = useT();
  const query = langQuery(useLang());
  const applySignIn = useApplySignIn();
  const form = useForm({
    name: 'complete',
    fields: {
      email: { start: order.email, check: checkEmail, normalize: trim },
      password: buildNewPasswordField('identity.password_required'),
      marketing_consent: { start: false },
    },
    async send(account) {
      await sendGuestCart();
      const { order_number, token, name } = order;
      const body = {
        ...account,
        ...(name !== '' && { name }),
        accept_terms: true as const,
        order: { order_number, token },
      };
      const response = await api('identity.register', { query, body });
      clearOrderToComplete();
      applySignIn(response);
      onDone(response.me);
    },
  });
  return (
    <Form form={form}>
      <p className="text-ink-2">{t('identity.complete_text', { number: order.order_number })}</p>
      <Field label={t('identity.email')} {...form.field('email')}>
        <TextInput {...form.input('email')} type="email" autoComplete="username" {...EMAIL_TYPING} />
      </Field>
      <Field label={t('identity.password')} hint={t('identity.password_hint')} {...form.field('password')}>
        <PasswordInput {...form.input('password')} autoComplete="new-password" />
      </Field>
      <Checkbox {...form.checkbox('marketing_consent')} className="-ms-2.5 text-sm">
        {t('identity.consent')}
      </Checkbox>
      <FormError text={form.failure} />
      <Button type="submit" wide busy={form.busy}>
        {t('identity.create')}
      </Button>
      <TermsNotice />
    </Form>
  );
}

function NoOrder() {
  const t = useT();
  return (
    <>
      <img src={searchingSack} alt="" width={160} height={160} className="size-40 justify-self-center" />
      <p className="font-semibold">{t('identity.complete_none')}</p>
      <p className="text-ink-2">{t('identity.complete_none_text')}</p>
      <LangLink to={signUpPath()} className={buttonClass()}>
        {t('identity.to_sign_up')}
      </LangLink>
      <LangLink to={trackOrderPath()} className={buttonClass('secondary')}>
        {t('identity.find_order')}
      </LangLink>
    </>
  );
}

function SignedInNotice() {
  const t = useT();
  return (
    <>
      <p className="text-ink-2">{t('identity.complete_signed_in_text')}</p>
      <LangLink to={accountPath('orders')} className={buttonClass()}>
        {t('identity.to_orders')}
      </LangLink>
      <LangLink to={trackOrderPath()} className={buttonClass('secondary')}>
        {t('identity.find_order')}
      </LangLink>
    </>
  );
}

export function Component() {
  const t = useT();
  const go = useGo();
  const isHydrated = useHydrated();
  const [order] = useState(() => (typeof window === 'undefined' ? null : readOrderToComplete()));
  const [customer, setCustomer] = useState<Customer | null>(null);
  const isSignedIn = useTokenScope() !== 'guest';
  const title = t(
    isHydrated && isSignedIn && customer === null ? 'identity.complete_signed_in' : 'identity.complete_title',
  );
  const number = order?.order_number ?? '';
  const finish = () => go(order === null ? homePath() : checkoutResultPath(order), { replace: true });
  return (
    <IdentityCard greeting="join" title={title} step={customer === null ? 'form' : 'verify'}>
      <Head title={title} noIndex />
      {!isHydrated && <Skeleton className="h-64 rounded-lg" />}
      {isHydrated && customer !== null && (
        <VerifyOffer me={customer} contactKind="email" order={number} onDone={finish} />
      )}
      {isHydrated && customer === null && isSignedIn && <SignedInNotice />}
      {isHydrated && customer === null && !isSignedIn && order === null && <NoOrder />}
      {isHydrated && customer === null && !isSignedIn && order !== null && (
        <PasswordForm order={order} onDone={setCustomer} />
      )}
    </IdentityCard>
  );
}
