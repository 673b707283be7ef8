/**
 * A form of signing in or up (docs/ux.md#rule-30): each field is judged as it is left, again at each key once it is wrong, and
 * all at once in a box at the top when it is sent.
 */
import type { Refusal } from '@shop/core/refusal';
import type { refusalText } from '@shop/core/refusal-text';
import { type FormEvent, useEffect, useState } from 'react';
import { ApiError } from '../api.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { loadWithRetry } from '../lazy.tsx';

/** What is wrong at a field: a refusal of core's, or words. */
export type Problem = Refusal | string;

type FormParts<Field extends string> = {
  /** Begins the fields' ids. */
  name: string;
  /** The fields with what stands in them first, in the order of the form. */
  start: Readonly<Record<Field, string>>;
  judge: (typed: Readonly<Record<Field, string>>) => Partial<Record<Field, Problem>>;
  /** Sends it; what it throws is shown. */
  send: (typed: Readonly<Record<Field, string>>) => Promise<void>;
  /** The server's names of fields, where they are others. */
  names?: Readonly<Record<string, Field>>;
};

/** How a refusal that belongs to no field is said: how long to wait (429), what the server said, or that it failed. */
export function useFailureText(): (error: ApiError) => string {
  const t = useT();
  return (error) => {
    const seconds = error.retryAfter;
    if (error.status === 429 && seconds > 90) return t('identity.wait', { count: Math.ceil(seconds / 60) });
    if (error.status === 429 && seconds > 0) return t('identity.wait_seconds', { count: seconds });
    return error.message || t('identity.failed');
  };
}

/** The words of all refusals come right after the form, which nobody has filled in wrongly yet. Empty until then. */
function useRefusalText(): (refused: Refusal) => string {
  const lang = useLang();
  const [say, setSay] = useState<{ text: typeof refusalText } | null>(null);
  useEffect(() => {
    void loadWithRetry(() => import('@shop/core/refusal-text')).then((file) => setSay({ text: file.refusalText }));
  }, []);
  return (refused) => say?.text(refused, lang) ?? '';
}

export function useForm<Field extends string>({ name, start, judge, send, names }: FormParts<Field>) {
  const say = useFailureText();
  const wordsOf = useRefusalText();
  const fields = Object.keys(start) as Field[];
  const [typed, setTyped] = useState(start);
  const [seen, setSeen] = useState<ReadonlySet<Field>>(new Set());
  const [refused, setRefused] = useState<Partial<Record<Field, string>>>({});
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');

  const wrong = judge(typed);
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

  /** Empties a field for another try; that it is empty is no fault until the form is sent again. */
  function clear(field: Field): void {
    set(field, '');
    setSeen((before) => new Set([...before].filter((each) => each !== field)));
  }

  /** Shows what the server refused at the fields that it named, else above the button. */
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
        // What was only passed through is not wrong yet.
        if (typed[field] !== '') setSeen(new Set([...seen, field]));
      },
    }),
  };
}
