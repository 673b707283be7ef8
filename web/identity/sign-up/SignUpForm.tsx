/**
 * Shows the form for an account: full name, email or phone, and password; the referral code is optional. Marketing
 * consent is separate from the terms.
 */

import type { Customer } from '@shop/contract/identity';
import { refusal } from '@shop/core/refusal';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { langQuery } from '../../api/query-client.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { chipClass } from '../../ui/Chip.tsx';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { Form } from '../../ui/forms/Form.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { required, trim } from '../../ui/forms/form-table.ts';
import { EMAIL_TYPING, TextInput } from '../../ui/forms/TextInput.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { checkEmail, checkMobile } from '../contact-checks.ts';
import type { ContactKind } from '../contacts/ContactCode.tsx';
import { GoogleButton } from '../google/GoogleButton.tsx';
import { TermsNotice } from '../IdentityCard.tsx';
import { buildNewPasswordField } from '../new-password-field.ts';
import { PasswordInput } from '../PasswordInput.tsx';
import { sendGuestCart, useApplySignIn } from '../sign-in/use-apply-sign-in.ts';
import { friendCode } from './friend-code.ts';

type SignUpFormProps = {
  /** The referral code of a friend's link. */
  referralCode: string;
  /** The path after signing up with Google. */
  then: string;
  onDone: (me: Customer, contactKind: ContactKind, isReferred: boolean) => void;
};

export function SignUpForm({ referralCode, then, onDone }: SignUpFormProps) {
  const t = useT();
  const lang = useLang();
  const query = langQuery(lang);
  const applySignIn = useApplySignIn();
  const [contactKind, setContactKind] = useState<ContactKind>('phone');
  const [unknownCode, setUnknownCode] = useState('');

  const form = useForm({
    name: 'sign-up',
    fields: {
      name: { start: '', check: required(refusal('name.required')), normalize: trim },
      // Only the chosen contact is checked and sent.
      email: {
        start: '',
        check: (value: string) => (contactKind === 'email' ? checkEmail(value) : null),
        normalize: (value: string) => (contactKind === 'email' ? value.trim() : undefined),
      },
      contact_number: {
        start: '',
        check: (value: string) => (contactKind === 'phone' ? checkMobile(completeNumber(value)) : null),
        normalize: (value: string) => (contactKind === 'phone' ? completeNumber(value) : undefined),
      },
      password: buildNewPasswordField('identity.password_required'),
      referral_code: {
        start: referralCode,
        check: (value: string) =>
          unknownCode !== '' && value.trim() === unknownCode ? 'identity.referral_wrong' : null,
        normalize: (value: string) => value.trim() || null,
      },
      marketing_consent: { start: false },
    },
    async send(account) {
      const [{ clearStoreReferral, readStoreReferral }] = await Promise.all([
        import('./store-referral.ts'),
        sendGuestCart(),
      ]);
      const body = { ...account, accept_terms: true as const, store_referral: readStoreReferral(Date.now()) };
      const response = await api('identity.register', { query, body });
      clearStoreReferral();
      friendCode.remove();
      applySignIn(response);
      onDone(response.me, contactKind, account.referral_code !== null);
    },
  });

  /**
   * Checks the referral code on blur and before the redirect to Google (`/refer-code/check`). Returns the code, or null
   * for an unknown one. If the request fails, returns the code, which the registration checks again.
   */
  async function checkCode(): Promise<string | null> {
    const code = form.values.referral_code.trim();
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
              <label
                key={kind}
                className={`${chipClass(contactKind === kind)} cursor-pointer has-focus-visible:outline-2`}
              >
                <input
                  type="radio"
                  name="by"
                  className="sr-only"
                  checked={contactKind === kind}
                  onChange={() => setContactKind(kind)}
                />
                {t(kind === 'phone' ? 'identity.by_phone' : 'identity.by_email')}
              </label>
            ))}
          </div>
        </fieldset>
        {contactKind === 'phone' ? (
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
        <Checkbox {...form.checkbox('marketing_consent')} className="-ms-2.5 text-sm">
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

/** Completes a phone number typed without +60 or without the leading 0. */
function completeNumber(typed: string): string {
  const digits = typed.replace(/[^\d+]/g, '');
  return /^1\d{8,9}$/.test(digits) ? `0${digits}` : typed.trim();
}
