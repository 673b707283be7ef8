/** Modal "invalid checkout": everything that the address lacks, each with the way to mend it (ux.md rule 30). */
import { checkoutPath } from '@shop/core/links/paths';
import { useT } from '../i18n/shop-words.tsx';
import { useGo } from '../links.tsx';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';

export type InvalidCheckoutData = { problems: readonly { field: string | null; text: string }[] };

/** Until the step is open and drawn. */
const DRAWN_MS = 350;

export function InvalidCheckout({ data }: { data: InvalidCheckoutData }) {
  const t = useT();
  const go = useGo();
  const fix = (field: string | null) => {
    // In an overlay this takes its place in the history, which closes it.
    go(checkoutPath(), { state: { step: 1 }, preventScrollReset: true });
    setTimeout(() => document.getElementById(`shipping-${field ?? 'recipient'}`)?.focus(), DRAWN_MS);
  };
  return (
    <div className="grid gap-4">
      <p>{t('checkout.invalid_text')}</p>
      <ul className="grid gap-2">
        {data.problems.map(({ field, text }) => (
          <li key={text} className="flex items-center justify-between gap-3 rounded-md bg-danger-50 py-1 ps-3 pe-1">
            <span className="flex items-start gap-2 text-sm">
              <Icon name="warning-circle" className="mt-0.5 size-4 text-danger" />
              {text}
            </span>
            <Button
              kind="quiet"
              size="compact"
              aria-label={t('checkout.fix_named', { text })}
              onClick={() => fix(field)}
            >
              {t('checkout.fix')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
