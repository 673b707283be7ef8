/** Formats the errors of form fields, and recognizes failed API calls. */
import { ApiError } from '@shop/contract/api/api-error';
import type { Refusal } from '@shop/core/refusal';
import type { formatRefusal } from '@shop/core/refusal-text';
import { useEffect, useState } from 'react';
import { loadWithRetry } from '../hydration/lazy.tsx';
import { type PlainKey, useLang, useT } from './MessagesProvider.tsx';

/** A field's error: a refusal, a message, or a text that has parameters. */
export type Problem = Refusal | PlainKey | { text: string };

/** A failed call, as the API client throws it. */
export type FailedCall = ApiError;

export const isFailedCall = (error: unknown): error is FailedCall => error instanceof ApiError;

/**
 * Returns a function that formats a field's error. The texts of refusals load after the form; until then it returns ''.
 */
export function useProblemText(): (problem: Problem) => string {
  const t = useT();
  const lang = useLang();
  const [refusals, setRefusals] = useState<{ text: typeof formatRefusal } | null>(null);
  useEffect(() => {
    void loadWithRetry(() => import('@shop/core/refusal-text')).then((file) =>
      setRefusals({ text: file.formatRefusal }),
    );
  }, []);
  return (problem) => {
    if (typeof problem === 'string') return t(problem);
    return 'text' in problem ? problem.text : (refusals?.text(problem, lang) ?? '');
  };
}
