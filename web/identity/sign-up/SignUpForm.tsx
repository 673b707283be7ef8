/** Full name, email or phone, and password; the referral code is optional. Marketing consent is separate from the terms. */
import type { Customer } from '@shop/contract/identity';
import { isEmail } from '@shop/core/identity/email';
import { checkPassword } from '@shop/core/identity/password';
import { isMobile } from '@shop/core/identity/phone';
import { refusal } from '@shop/core/refusal';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { langQuery } from '../../api/query-client.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { chipClass } from '../../ui/Chip.tsx';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { EMAIL_TYPING, TextInput } from '../../ui/forms/TextInput.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import type { ContactKind } from '../contacts/ContactCode.tsx';
import { Form, PasswordInput, TermsNotice } from '../FormParts.tsx';
import { GoogleButton } from '../google/GoogleButton.tsx';
import { beforeSignIn, useTakeSignIn } from '../sign-in/use-take-sign-in.ts';
import { type Problem, useForm } from '../use-form.ts';
import { friendCode } from './friend-code.ts';

type SignUpFormProps = {
  /** The referral code of a friend's link. */
  referralCode: string;
  /** The path after signing up with Google. */
  then: string;
  onDone: (me: Customer, by: ContactKind, isReferred: boolean) => void;
};

type Names = 'name' | 'email' | 'contact_number' | 'password' | 'referral_code';

export function SignUpForm({ referralCode, then, onDone }: SignUpFormProps) {
  const t = useT();
  const lang = useLang();
  const query = langQuery(lang);
  const take = useTakeSignIn();
  const [by, setBy] = useState<ContactKind>('phone');
  const [consent, setConsent] = useState(false);
  const [unknownCode, setUnknownCode] = useState('');

  const form = useForm<Names>({
    name: 'sign-up',
    start: { name: '', email: '', contact_number: '', password: '', referral_code: referralCode },
    validate(typed) {
      const wrong: Partial<Record<Names, Problem>> = {};
      if (typed.name.trim() === '') wrong.name = refusal('name.required');
      if (by === 'email') {
        if (typed.email.trim() === '') wrong.email = refusal('email.required');
        else if (!isEmail(typed.email)) wrong.email = refusal('email.invalid');
      } else if (typed.contact_number.trim() === '') wrong.contact_number = refusal('phone.required');
      else if (!isMobile(national(typed.contact_number))) wrong.contact_number = refusal('phone.invalid');
      const password = typed.password === '' ? t('identity.password_required') : checkPassword(typed.password);
      if (password !== null) wrong.password = password;
      const code = typed.referral_code.trim();
      if (code !== '' && code === unknownCode) wrong.referral_code = t('identity.referral_wrong');
      return wrong;
    },
    async send({ email, contact_number, password, name, referral_code }) {
      const [{ clearStoreReferral, readStoreReferral }] = await Promise.all([
        import('./store-referral.ts'),
        beforeSignIn(),
      ]);
      const response = await api('identity.register', {
        query,
        body: {
          name: name.trim(),
          ...(by === 'email' ? { email: email.trim() } : { contact_number: national(contact_number) }),
          password,
          referral_code: referral_code.trim() || null,
          marketing_consent: consent,
          accept_terms: true,
          store_referral: readStoreReferral(Date.now()),
        },
      });
      clearStoreReferral();
      friendCode.remove();
      take(response);
      onDone(response.me, by, referral_code.trim() !== '');
    },
  });

  /**
   * Checks the referral code on blur and before leaving for Google (`/refer-code/check`). If the request fails, the
   * server checks it again with the registration. Returns the code, or null for an unknown one.
   */
  async function checkCode(): Promise<string | null> {
    const code = form.typed.referral_code.trim();
    if (code === unknownCode && code !== '') return null;
    if (code === '') return code;
    try {
      const { valid } = await api('referral.check', { query, body: { code } });
      if (valid) return code;
      setUnknownCode(code);
      return null;
    } catch (error) {
      console.warn('The referral code could not be checked', error);
      return code;
    }
  }

  const code = form.input('referral_code');
  return (
    <div className="grid gap-4">
      <Form form={form}>
        <Field label={t('identity.name')} {...form.field('name')}>
          <TextInput {...form.input('name')} autoComplete="name" maxLength={100} />
        </Field>
        <fieldset className="grid gap-2">
          <legend className="mb-1 text-sm font-semibold">{t('identity.by')}</legend>
          <div className="flex gap-2">
            {(['phone', 'email'] as const).map((kind) => (
              <label key={kind} className={`${chipClass(by === kind)} cursor-pointer has-focus-visible:outline-2`}>
                <input type="radio" name="by" className="sr-only" checked={by === kind} onChange={() => setBy(kind)} />
                {t(kind === 'phone' ? 'identity.by_phone' : 'identity.by_email')}
              </label>
            ))}
          </div>
        </fieldset>
        {by === 'phone' ? (
          <Field label={t('identity.phone')} hint={t('identity.phone_hint')} {...form.field('contact_number')}>
            <TextInput {...form.input('contact_number')} prefix="+60" type="tel" autoComplete="tel" maxLength={30} />
          </Field>
        ) : (
          <Field label={t('identity.email')} {...form.field('email')}>
            <TextInput {...form.input('email')} type="email" autoComplete="email" {...EMAIL_TYPING} />
          </Field>
        )}
        <Field label={t('identity.password')} hint={t('identity.password_hint')} {...form.field('password')}>
          <PasswordInput {...form.input('password')} autoComplete="new-password" />
        </Field>
        <details className="group" open={referralCode !== '' || undefined}>
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1 text-sm font-semibold text-action-strong">
            {t('identity.have_code')}
            <Icon name="caret-down" className="size-4 group-open:rotate-180" />
          </summary>
          <Field label={t('identity.referral_code')} optional {...form.field('referral_code')}>
            <TextInput
              {...code}
              onBlur={() => {
                code.onBlur();
                void checkCode();
              }}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={20}
            />
          </Field>
        </details>
        <Checkbox checked={consent} onChange={(event) => setConsent(event.target.checked)} className="-ms-2.5 text-sm">
          {t('identity.consent')}
        </Checkbox>
        <FormError text={form.failure} />
        <Button type="submit" wide busy={form.busy}>
          {t('identity.create')}
        </Button>
        <TermsNotice />
      </Form>
      <GoogleButton
        then={then}
        getReferralCode={() => {
          code.onBlur();
          return checkCode();
        }}
      />
    </div>
  );
}

/** Completes a phone number that was typed without +60 or without 0. */
function national(typed: string): string {
  const digits = typed.replace(/[^\d+]/g, '');
  return /^1\d{8,9}$/.test(digits) ? `0${digits}` : typed.trim();
}
