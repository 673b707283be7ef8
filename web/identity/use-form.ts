/**
 * State of a sign-in or sign-up form (docs/ux.md#rule-30): validates a field on blur, on every key once it is wrong,
 * and all fields with a summary on submit.
 */

import { ApiError } from '@shop/contract/api/api-error';
import type { Refusal } from '@shop/core/refusal';
import type { refusalText } from '@shop/core/refusal-text';
import { type FormEvent, useEffect, useState } from 'react';
import { loadWithRetry } from '../hydration/lazy.tsx';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';

/** A field's error: a refusal, or a text. */
export type Problem = Refusal | string;

type FormParts<Field extends string> = {
  /** The prefix of ids. */
  name: string;
  /** The fields in the form's order, with their initial values. */
  start: Readonly<Record<Field, string>>;
  validate: (typed: Readonly<Record<Field, string>>) => Partial<Record<Field, Problem>>;
  /** Submits the form; errors are shown. */
  send: (typed: Readonly<Record<Field, string>>) => Promise<void>;
  /** Maps the server's field names to the form's. */
  names?: Readonly<Record<string, Field>>;
};

/** Words an error that belongs to no field: the wait (429), the server's message, or a general failure. */
export function useFailureText(): (error: ApiError) => string {
  const t = useT();
  return (error) => {
    const seconds = error.retryAfter;
    if (error.status === 429 && seconds > 90) return t('identity.wait', { count: Math.ceil(seconds / 60) });
    if (error.status === 429 && seconds > 0) return t('identity.wait_seconds', { count: seconds });
    return error.message || t('identity.failed');
  };
}

/** Loads the texts of refusals after the form. Empty until then. */
export function useRefusalText(): (refused: Refusal) => string {
  const lang = useLang();
  const [say, setSay] = useState<{ text: typeof refusalText } | null>(null);
  useEffect(() => {
    void loadWithRetry(() => import('@shop/core/refusal-text')).then((file) => setSay({ text: file.refusalText }));
  }, []);
  return (refused) => say?.text(refused, lang) ?? '';
}

export function useForm<Field extends string>({ name, start, validate, send, names }: FormParts<Field>) {
  const say = useFailureText();
  const wordsOf = useRefusalText();
  const fields = Object.keys(start) as Field[];
  const [typed, setTyped] = useState(start);
  const [seen, setSeen] = useState<ReadonlySet<Field>>(new Set());
  const [refused, setRefused] = useState<Partial<Record<Field, string>>>({});
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');

  const wrong = validate(typed);
  const textOf = (field: Field): string | null => {
    const problem: Problem | undefined = wrong[field];
    if (problem === undefined) return refused[field] ?? null;
    return typeof problem === 'string' ? problem : wordsOf(problem);
  };
  const idOf = (field: Field) => `${name}-${field}`;

  function set(field: Field, value: string): void {
    setTyped((before) => ({ ...before, [field]: value }));
    setRefused((before) => ({ ...before, [field]: undefined }));
  }

  /** Empties a field without an error, until the next submit. */
  function clear(field: Field): void {
    set(field, '');
    setSeen((before) => new Set([...before].filter((each) => each !== field)));
  }

  /** Shows the server's errors at their fields, else above the button. */
  function show(error: ApiError): void {
    const at: Partial<Record<Field, string>> = {};
    for (const [key, [text]] of Object.entries(error.errors)) {
      const field = names?.[key] ?? fields.find((each) => each === key);
      if (field !== undefined && text !== undefined) at[field] = text;
    }
    setRefused(at);
    if (Object.keys(at).length === 0) setFailure(say(error));
    else setAttempt((count) => count + 1);
  }

  async function submit(event?: FormEvent): Promise<void> {
    event?.preventDefault();
    if (busy) return;
    setSeen(new Set(fields));
    setFailure('');
    if (Object.keys(wrong).length > 0) {
      setAttempt(attempt + 1);
      return;
    }
    setBusy(true);
    try {
      await send(typed);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      show(error);
    } finally {
      setBusy(false);
    }
  }

  return {
    typed,
    set,
    clear,
    busy,
    failure,
    attempt,
    submit,
    refuse: (field: Field, text: string) => setRefused((before) => ({ ...before, [field]: text })),
    problems: fields.flatMap((field) => {
      const text = textOf(field);
      return text === null ? [] : [{ fieldId: idOf(field), text }];
    }),
    /** For `<Field>`. */
    field: (field: Field) => ({ id: idOf(field), error: seen.has(field) ? textOf(field) : null }),
    /** For the input inside. */
    input: (field: Field) => ({
      name: field,
      value: typed[field],
      onChange: (event: { target: { value: string } }) => set(field, event.target.value),
      onBlur: () => {
        // An untouched field is not wrong yet.
        if (typed[field] !== '') setSeen(new Set([...seen, field]));
      },
    }),
  };
}
