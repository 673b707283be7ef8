/** A form of `useForm`, with the summary of its errors at the top. */
import type { ReactNode } from 'react';
import { ErrorSummary } from './ErrorSummary.tsx';
import type { FormState } from './use-form.ts';

type FormProps = { form: FormState; className?: string; children: ReactNode };

export function Form({ form, className = 'grid gap-4', children }: FormProps) {
  return (
    <form ref={form.ref} noValidate className={className} onSubmit={(event) => void form.submit(event)}>
      <ErrorSummary problems={form.summary} refusedSubmits={form.refusedSubmits} />
      {children}
    </form>
  );
}
