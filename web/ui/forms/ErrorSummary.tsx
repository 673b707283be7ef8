/** Lists a form's errors at its top, each linked to its field; takes the focus when it appears (docs/ux.md#rule-30). */
import { useEffect, useRef } from 'react';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { Icon } from '../icons/Icon.tsx';

export type FormProblem = { fieldId: string; text: string };

export function ErrorSummary({
  problems,
  refusedSubmits,
}: {
  problems: readonly FormProblem[];
  refusedSubmits: number;
}) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  // Focuses the summary after each refused submit.
  useEffect(() => {
    if (refusedSubmits > 0) box.current?.focus();
  }, [refusedSubmits]);
  if (problems.length === 0 || refusedSubmits === 0) return null;
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="scroll-mt-6 rounded-md border-2 border-danger bg-danger-50 p-4"
    >
      <p className="flex items-center gap-2 font-bold">
        <Icon name="warning-circle" className="size-5 text-danger" />
        {t('forms.problems', { count: problems.length })}
      </p>
      <ul className="mt-2 grid gap-1">
        {problems.map(({ fieldId, text }) => (
          <li key={fieldId}>
            <a
              href={`#${fieldId}`}
              className="inline-block py-1 text-sm font-semibold text-danger underline underline-offset-2"
              onClick={(event) => {
                event.preventDefault();
                const field = document.getElementById(fieldId);
                field?.focus();
                field?.scrollIntoView({ block: 'center' });
              }}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
