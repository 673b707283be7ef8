/** The first thing a shopper without an account reads in the checkout: none is needed (ux.md rule 26, spec §1). */
import { useT } from '../i18n/shop-words.tsx';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';

export function GuestChoice({ onGuest }: { onGuest: () => void }) {
  const t = useT();
  return (
    <div className="grid justify-items-start gap-4">
      <ul className="grid gap-2 text-ink-2">
        {(['checkout.guest_fact_1', 'checkout.guest_fact_2', 'checkout.guest_fact_3'] as const).map((fact) => (
          <li key={fact} className="flex items-center gap-2">
            <Icon name="check-circle" className="size-5 text-action" />
            {t(fact)}
          </li>
        ))}
      </ul>
      <Button wide className="sm:w-fit" onClick={onGuest}>
        {t('checkout.as_guest')}
      </Button>
    </div>
  );
}
