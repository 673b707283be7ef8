/** Shows a form for a one-time code: supports paste and autofill, submits after six digits, requests a new code. */

import { ApiError } from '@shop/contract/api/api-error';
import { isEmail } from '@shop/core/identity/email';
import { CODE_LENGTH, CODE_LIFE_MINUTES } from '@shop/core/identity/one-time-code';
import { formatPhone } from '@shop/core/identity/phone';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { TextWithElements } from '../../i18n/TextWithElements.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { Form } from '../../ui/forms/Form.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { requiredAsTyped } from '../../ui/forms/form-table.ts';
import { TextInput } from '../../ui/forms/TextInput.tsx';
import { useFailureText } from '../../ui/forms/use-failure-text.ts';
import { useForm } from '../../ui/forms/use-form.ts';
import { toast } from '../../ui/toasts/toast.ts';

const extractDigits = (typed: string): string => typed.replace(/\D/g, '').slice(0, CODE_LENGTH);

type CodeSentTextProps = { text: (marks: { contact: string }) => string; contact: string };

/** Shows where the code was sent. A phone number never wraps. */
export function CodeSentText({ text, contact }: CodeSentTextProps) {
  return (
    <TextWithElements
      text={text}
      elements={{
        contact: <bdi className={isEmail(contact) ? 'wrap-anywhere' : 'whitespace-nowrap'}>{formatPhone(contact)}</bdi>,
      }}
    />
  );
}

type ResendCodeProps = { seconds: number; onResend: () => Promise<number> };

/** Requests a new code once the wait is over. */
export function ResendCode({ seconds, onResend }: ResendCodeProps) {
  const t = useT();
  const formatFailure = useFailureText();
  // Compares with the clock, because timers stop while the phone shows another app.
  const [now, setNow] = useState(Date.now);
  const [resendAt, setResendAt] = useState(now + seconds * 1_000);
  const secondsLeft = Math.ceil((resendAt - now) / 1_000);
  const [failure, setFailure] = useState('');
  useEffect(() => {
    if (now >= resendAt) return;
    const timer = setTimeout(() => setNow(Date.now()), 1_000);
    return () => clearTimeout(timer);
  }, [now, resendAt]);

  function startWait(seconds: number): void {
    const from = Date.now();
    setNow(from);
    setResendAt(from + seconds * 1_000);
  }

  async function resend(): Promise<void> {
    setFailure('');
    try {
      startWait(await onResend());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      startWait(error.retryAfter);
      setFailure(formatFailure(error));
    }
  }
  return (
    <>
      <FormError text={failure} />
      {secondsLeft > 0 ? (
        <p className="flex min-h-11 items-center text-sm text-ink-3 tabular-nums">
          {t('identity.resend_in', { count: secondsLeft })}
        </p>
      ) : (
        <Button kind="quiet" size="compact" className="justify-self-start px-0!" onClick={() => void resend()}>
          {t('identity.resend')}
        </Button>
      )}
    </>
  );
}

type CodeFormProps = {
  /** The prefix of ids. */
  name: string;
  /** The contact that the code went to. */
  children: ReactNode;
  label: string;
  /** The message for an empty code. */
  required: 'identity.code_required' | 'identity.reset_code_required';
  action: string;
  /** Seconds until another code can be requested. */
  resendIn: number;
  /** Sends another code; returns the seconds until the next. */
  onResend: () => Promise<number>;
  /** Verifies the code; an error shows at the field. */
  onCode: (code: string) => Promise<void>;
};

export function CodeForm({ name, children, label, required, action, resendIn, onResend, onCode }: CodeFormProps) {
  const t = useT();
  const form = useForm({
    name,
    fields: { code: { start: '', check: requiredAsTyped(required) } },
    send: ({ code }) => onCode(code),
    onFailure(error, usual) {
      if (error.code !== 'code.invalid') return usual;
      form.refuse({ code: [error.message] });
      // Selects the text, so that typing replaces it.
      input.current?.select();
      return '';
    },
  });
  const { code } = form.values;
  const input = useRef<HTMLInputElement>(null);

  async function resend(): Promise<number> {
    const seconds = await onResend();
    toast(t('identity.resent'), { kind: 'success' });
    // Removes the errors without the digits.
    form.refuse({});
    input.current?.focus();
    input.current?.select();
    return seconds;
  }
  // Submits after the last digit; the button is for other ways to fill the field.
  const [submittedCode, setSubmittedCode] = useState('');
  useEffect(() => {
    if (code.length !== CODE_LENGTH || code === submittedCode || form.busy) return;
    setSubmittedCode(code);
    void form.submit();
  });
  return (
    <Form form={form}>
      <p className="text-ink-2" role="status">
        {children}
      </p>
      <Field label={label} hint={t('identity.code_hint', { minutes: CODE_LIFE_MINUTES })} {...form.field('code')}>
        <TextInput
          {...form.input('code')}
          ref={input}
          onChange={(event) => form.set({ code: extractDigits(event.target.value) })}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          className="text-center indent-[0.5em] font-mono text-2xl! tracking-[0.5em]"
        />
      </Field>
      <FormError text={form.failure} />
      <Button type="submit" wide busy={form.busy}>
        {action}
      </Button>
      <ResendCode key={resendIn} seconds={resendIn} onResend={resend} />
    </Form>
  );
}
