/** Offers guest checkout before signing in (docs/ux.md#rule-26, docs/spec.md §1). */
import { checkoutPath, signInPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../content/content-queries.ts';
import { lazyHydrated } from '../hydration/lazy.tsx';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { LangLink } from '../links.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icons/Icon.tsx';

const EarnsNote = lazyHydrated(() => import('../loyalty/tiers/EarnsNote.tsx').then((file) => file.EarnsNote));

export function GuestChoice({ points, onGuest }: { points: number; onGuest: () => void }) {
  const t = useT();
  const { data: settings } = useQuery(settingsQuery(useLang()));
  const benefits = [
    'checkout.guest_fact_1',
    ...(settings?.has_cash_on_delivery === true ? (['checkout.guest_fact_2'] as const) : []),
    'checkout.guest_fact_3',
  ] as const;
  return (
    <div className="grid justify-items-start gap-4">
      <ul className="grid gap-2 text-ink-2">
        {benefits.map((benefit) => (
          <li key={benefit} className="flex items-center gap-2">
            <Icon name="check-circle" className="size-5 text-action" />
            {t(benefit)}
          </li>
        ))}
      </ul>
      <EarnsNote points={points} />
      <div className="flex w-full flex-wrap gap-3">
        <Button wide className="sm:w-fit" onClick={onGuest}>
          {t('checkout.as_guest')}
        </Button>
        <LangLink
          to={signInPath(checkoutPath())}
          className={classNames(buttonClass('secondary', 'regular', true), 'sm:w-fit')}
        >
          {t('layout.sign_in')}
        </LangLink>
      </div>
    </div>
  );
}
