/** /complete-order: turns a guest's order into an account by a password (docs/spec.md §2 "order completion"). */
import type { Customer } from '@shop/contract/identity';
import { isEmail } from '@shop/core/identity/email';
import { checkPassword } from '@shop/core/identity/password';
import { checkoutResultPath, homePath, signUpPath, trackOrderPath } from '@shop/core/links/paths';
import { refusal } from '@shop/core/refusal';
import { useState } from 'react';
import { api } from '../api.ts';
import searchingSack from '../art/sack-searching.svg?no-inline';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { Head } from '../layout/Head.tsx';
import { LangLink, useGo } from '../links.tsx';
import { langQuery } from '../query-client.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Field } from '../ui/Field.tsx';
import { FormError } from '../ui/FormError.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { EMAIL_TYPING, TextInput } from '../ui/TextInput.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { Form, IdentityCard, PasswordInput, TermsNotice } from './FormParts.tsx';
import { clearOrderToComplete, type OrderToComplete, readOrderToComplete } from './order-to-complete.ts';
import { type Problem, useForm } from './use-form.ts';
import { beforeSignIn, useTakeSignIn } from './use-signed-in.ts';
import { VerifyOffer } from './VerifyOffer.tsx';

type PasswordFormProps = { order: OrderToComplete; onDone: (me: Customer) => void };

function AddPassword({ order, onDone }: PasswordFormProps) {
  const t = useT();
  const query = langQuery(useLang());
  const take = useTakeSignIn();
  const [consent, setConsent] = useState(false);
  const form = useForm<'email' | 'password'>({
    name: 'complete',
    start: { email: order.email, password: '' },
    judge({ email, password }) {
      const wrong: { email?: Problem; password?: Problem } = {};
      if (email.trim() === '') wrong.email = refusal('email.required');
      else if (!isEmail(email)) wrong.email = refusal('email.invalid');
      const weak = password === '' ? t('identity.password_required') : checkPassword(password);
      if (weak !== null) wrong.password = weak;
      return wrong;
    },
    async send({ email, password }) {
      await beforeSignIn();
      const { order_number, token, name } = order;
      const answer = await api('identity.register', {
        query,
        body: {
          ...(name !== '' && { name }),
          email: email.trim(),
          password,
          marketing_consent: consent,
          accept_terms: true,
          order: { order_number, token },
        },
      });
      clearOrderToComplete();
      take(answer);
      onDone(answer.me);
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
      <Checkbox checked={consent} onChange={(event) => setConsent(event.target.checked)} className="-ms-2.5 text-sm">
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

export function Component() {
  const t = useT();
  const go = useGo();
  const isHydrated = useHydrated();
  const [order] = useState(() => (typeof window === 'undefined' ? null : readOrderToComplete()));
  const [created, setCreated] = useState<Customer | null>(null);
  const number = order?.order_number ?? '';
  const done = () => go(order === null ? homePath() : checkoutResultPath(order), { replace: true });
  return (
    <IdentityCard title={t('identity.complete_title')}>
      <Head title={t('identity.complete_title')} noIndex />
      {!isHydrated && <Skeleton className="h-64 rounded-lg" />}
      {isHydrated && created !== null && <VerifyOffer me={created} by="email" order={number} onDone={done} />}
      {isHydrated && created === null && order === null && <NoOrder />}
      {isHydrated && created === null && order !== null && <AddPassword order={order} onDone={setCreated} />}
    </IdentityCard>
  );
}
