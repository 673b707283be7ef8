/** Verifies an email or phone by a code. */

import { ApiError } from '@shop/contract/api/api-error';
import type { ResponseOf } from '@shop/contract/api/client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../../api/api.ts';
import { langQuery } from '../../api/query-client.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { Form } from '../../ui/forms/Form.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { trim } from '../../ui/forms/form-table.ts';
import { EMAIL_TYPING, TextInput } from '../../ui/forms/TextInput.tsx';
import { useFailureText } from '../../ui/forms/use-failure-text.ts';
import { useForm } from '../../ui/forms/use-form.ts';
import { checkEmail, checkMobile } from '../contact-checks.ts';
import { CodeForm, CodeSentText } from './CodeForm.tsx';
import { requestCode } from './request-code.ts';

export type ContactKind = 'email' | 'phone';
/** docs/spec.md §3 "user action types register/account/profile" (docs/readings.md#14). */
export type ContactPurpose = 'register' | 'account' | 'profile';
/** A phone is also verified for an order that is paid on delivery. */
type CodeTarget = { kind: 'email'; purpose: ContactPurpose } | { kind: 'phone'; purpose: ContactPurpose | 'order' };
export type VerifiedContact = ResponseOf<'identity.verifyEmail'>;

type CodeChannel = 'email' | 'phone' | 'whatsapp' | 'sms';
type SentCode = { contact: string; resendIn: number; via: CodeChannel };

/** Returns a function that sends a code. `via` is its channel, or `phone` if an SMS follows after WhatsApp fails. */
function useSendCode(target: CodeTarget): (contact: string) => Promise<SentCode> {
  const query = langQuery(useLang());
  return (contact) =>
    requestCode<SentCode>(
      target.purpose,
      async () => {
        if (target.kind === 'email') {
          const body = { email: contact, purpose: target.purpose };
          const { resend_in } = await api('identity.sendEmailCode', { query, body });
          return { contact, resendIn: resend_in, via: 'email' };
        }
        const body = { contact_number: contact, purpose: target.purpose };
        const { resend_in, channels } = await api('identity.sendPhoneCode', { query, body });
        const [first = 'phone', second] = channels;
        return { contact, resendIn: resend_in, via: second === undefined ? first : 'phone' };
      },
      (resendIn) => ({ contact, resendIn, via: target.kind }),
    );
}

type ContactInputProps = { kind: ContactKind; contact: string; onContact: (contact: string) => Promise<void> };

/** Shows the form for the email or phone to verify. */
function ContactInput({ kind, contact, onContact }: ContactInputProps) {
  const t = useT();
  const form = useForm({
    name: `contact-${kind}`,
    fields: {
      contact: {
        start: contact,
        check: kind === 'email' ? checkEmail : checkMobile,
        normalize: trim,
      },
    },
    send: ({ contact }) => onContact(contact),
    onFailure({ errors }, usual) {
      const contact = errors.email ?? errors.contact_number;
      if (contact === undefined) return usual;
      form.refuse({ contact });
      return '';
    },
  });
  return (
    <Form form={form}>
      <Field
        label={t(kind === 'email' ? 'identity.email' : 'identity.phone')}
        hint={kind === 'phone' ? t('identity.phone_hint') : undefined}
        {...form.field('contact')}
      >
        <TextInput
          {...form.input('contact')}
          {...(kind === 'email'
            ? { type: 'email', autoComplete: 'email', ...EMAIL_TYPING }
            : { type: 'tel', autoComplete: 'tel', maxLength: 30 })}
          autoFocus
        />
      </Field>
      <FormError text={form.failure} />
      <Button type="submit" wide busy={form.busy}>
        {t('identity.send_code')}
      </Button>
    </Form>
  );
}

type ContactCodeProps = CodeTarget & {
  /** The contact to verify; with null the form has a field for it. */
  contact: string | null;
  /** The initial value of the form. */
  suggested?: string;
  onVerified: (response: VerifiedContact, contact: string) => void;
};

export function ContactCode({ contact, suggested = '', onVerified, ...target }: ContactCodeProps) {
  const { kind, purpose } = target;
  const t = useT();
  const query = langQuery(useLang());
  const sendCode = useSendCode(target);
  const formatFailure = useFailureText();
  const [sentCode, setSentCode] = useState<SentCode | null>(null);
  const [pendingContact, setPendingContact] = useState(contact);
  const [failure, setFailure] = useState('');
  const hasSent = useRef(false);

  const sendFirstCode = async (to: string) => setSentCode(await sendCode(to));
  const newestFunctions = useRef({ sendFirstCode, formatFailure });
  newestFunctions.current = { sendFirstCode, formatFailure };
  const sendPendingCode = useCallback((contact: string) => {
    newestFunctions.current.sendFirstCode(contact).catch((error: unknown) => {
      setPendingContact(null);
      setFailure(error instanceof ApiError ? newestFunctions.current.formatFailure(error) : '');
    });
  }, []);
  useEffect(() => {
    if (contact === null || hasSent.current) return;
    hasSent.current = true;
    sendPendingCode(contact);
  }, [contact, sendPendingCode]);

  if (sentCode !== null) {
    const { contact, via, resendIn } = sentCode;
    const sentTexts = {
      email: 'identity.sent_email',
      phone: 'identity.sent_phone',
      whatsapp: 'identity.sent_whatsapp',
      sms: 'identity.sent_sms',
    } as const;
    return (
      <CodeForm
        name={`code-${kind}`}
        label={t('identity.code')}
        required="identity.code_required"
        action={t('identity.verify')}
        resendIn={resendIn}
        onResend={async () => (await sendCode(contact)).resendIn}
        onCode={async (code) => {
          const response =
            target.kind === 'email'
              ? await api('identity.verifyEmail', { query, body: { email: contact, code, purpose: target.purpose } })
              : await api('identity.verifyPhone', {
                  query,
                  body: { contact_number: contact, code, purpose: target.purpose },
                });
          onVerified(response, contact);
        }}
      >
        <CodeSentText text={(marks) => t(sentTexts[via], marks)} contact={contact} />
      </CodeForm>
    );
  }
  if (pendingContact !== null) return <span className="stitched-ring" aria-hidden />;
  return (
    <div className="grid gap-4">
      <FormError text={failure} />
      {purpose === 'order' && contact !== null ? (
        // The order needs its own phone number, so there is no field for another one.
        <Button wide onClick={() => sendPendingCode(contact)}>
          {t('identity.send_code')}
        </Button>
      ) : (
        <ContactInput kind={kind} contact={contact ?? suggested} onContact={sendFirstCode} />
      )}
    </div>
  );
}
