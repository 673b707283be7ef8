/**
 * Modal "invalid checkout": lists everything missing from the order, each with a link to fix it (docs/ux.md#rule-30).
 */
import { useT } from '../i18n/MessagesProvider.tsx';
import type { InvalidCheckoutData } from '../modals/modal-data.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import { useOpenStep } from './use-open-step.ts';

export function InvalidCheckout({ data }: { data: InvalidCheckoutData }) {
  const t = useT();
  const openStep = useOpenStep();
  return (
    <div className="grid gap-4">
      <p>{t('checkout.invalid_text')}</p>
      <ul className="grid gap-2">
        {data.problems.map((problem) => (
          <li
            key={`${problem.selector} ${problem.text}`}
            className="flex items-center justify-between gap-3 rounded-md bg-danger-50 py-1 ps-3 pe-1"
          >
            <span className="flex items-start gap-2 text-sm">
              <Icon name="warning-circle" className="mt-0.5 size-4 text-danger" />
              {problem.text}
            </span>
            <Button
              kind="quiet"
              size="compact"
              aria-label={t('checkout.fix_named', { text: problem.text })}
              onClick={() => openStep(problem.step, problem.selector)}
            >
              {t('checkout.fix')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
