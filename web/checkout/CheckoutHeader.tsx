/** Shows the checkout's slim header: way back, trust message, help (docs/ux.md#2.4). */
import { homePath, informationPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../content/content-queries.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { Logo } from '../layout/header/Logo.tsx';
import { LangLink } from '../links.tsx';
import { ModalLink } from '../modals/ModalLink.tsx';
import { Icon } from '../ui/icons/Icon.tsx';

export function CheckoutHeader() {
  const t = useT();
  const { data: settings } = useQuery(settingsQuery(useLang()));
  return (
    <header className="bg-paper">
      {/* Wraps if the text is enlarged. */}
      <div className="page-width flex min-h-16 max-w-[70rem] flex-wrap items-center gap-x-3">
        <LangLink
          to={homePath()}
          aria-label={t('checkout.back')}
          className="press -ms-2 grid size-11 place-items-center rounded-pill text-ink-2 hover:bg-sunken"
        >
          <Icon name="arrow-left" directional />
        </LangLink>
        <span className="hidden sm:block">
          <Logo settings={settings} />
        </span>
        <h1 className="flex flex-[1_1_8.5rem] items-center gap-2 text-md sm:justify-center">
          <Icon name="lock-simple" className="size-5 text-action" />
          {t('checkout.title')}
        </h1>
        <ModalLink
          view="CHECKOUT_HELP"
          data={null}
          to={informationPath('contactUs')}
          className="press inline-flex min-h-11 items-center gap-2 rounded-pill px-3 text-sm font-semibold text-ink-2 hover:bg-sunken"
        >
          <Icon name="question" className="size-5" />
          {t('checkout.help')}
        </ModalLink>
      </div>
      <div className="stitch" aria-hidden />
    </header>
  );
}
