/**
 * Renders a checkout step as an accordion card: the current step is open, a finished one folds to a summary, never to
 * a bare heading (docs/ux.md#rule-28).
 */
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useT } from '../i18n/MessagesProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icons/Icon.tsx';
import { isOpenStepFocused } from './use-open-step.ts';

type StepCardProps = {
  number: number;
  title: string;
  state: 'ahead' | 'open' | 'done';
  /** Summary of a finished step. */
  summary?: ReactNode;
  onEdit: () => void;
  /** Returns to the previous step. */
  onBack?: () => void;
  children: ReactNode;
};

export function StepCard({ number, title, state, summary, onEdit, onBack, children }: StepCardProps) {
  const t = useT();
  const titleId = useId();
  const head = useRef<HTMLHeadingElement>(null);
  const before = useRef(state);
  // On a step change, focuses the step's heading and scrolls to it, unless a control of the step has the focus already;
  // not on the first render.
  useEffect(() => {
    if (state === 'open' && before.current !== 'open' && !isOpenStepFocused()) {
      head.current?.focus({ preventScroll: true });
      head.current?.scrollIntoView({ block: 'start', behavior: 'smooth' });
    }
    before.current = state;
  }, [state]);
  return (
    <section
      aria-labelledby={titleId}
      data-open-step={state === 'open' ? number : undefined}
      className={classNames(
        // Clips the sticky bar to the rounded corners.
        'scroll-mt-4 overflow-clip rounded-xl border bg-surface',
        state === 'open' ? 'border-edge' : 'border-line',
      )}
    >
      <div className="flex flex-wrap items-center gap-3 px-4 py-3 sm:px-6">
        <span
          className={classNames(
            'grid size-8 shrink-0 place-items-center rounded-pill font-display font-bold',
            state === 'open' && 'bg-action text-on-action',
            state === 'done' && 'bg-pandan-100 text-action-strong',
            state === 'ahead' && 'bg-sunken text-ink-3',
          )}
          aria-hidden
        >
          {state === 'done' ? <Icon name="check" className="size-5" /> : number}
        </span>
        <h2
          ref={head}
          id={titleId}
          tabIndex={-1}
          className={classNames('flex-[1_1_6.5rem] scroll-mt-24 text-lg', state === 'ahead' && 'text-ink-3')}
        >
          <span className="sr-only">{t('checkout.step', { number })}</span> {title}
          {state === 'done' && <span className="sr-only"> {t('checkout.step_done')}</span>}
        </h2>
        {state === 'open' && onBack !== undefined && (
          <Button kind="quiet" size="compact" className="ms-auto" onClick={onBack}>
            {t('checkout.previous_step')}
          </Button>
        )}
        {state === 'done' && (
          <Button
            kind="quiet"
            size="compact"
            className="ms-auto"
            onClick={onEdit}
            aria-label={t('checkout.edit_step', { title })}
          >
            {t('checkout.edit')}
          </Button>
        )}
      </div>
      {state === 'done' && summary !== undefined && (
        <div className="px-4 pb-4 text-ink-2 sm:px-6 sm:ps-[4.25rem]">{summary}</div>
      )}
      {state === 'open' && <div className="px-4 pb-5 sm:px-6 sm:pb-6">{children}</div>}
    </section>
  );
}
