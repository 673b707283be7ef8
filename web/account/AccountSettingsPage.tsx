/** /my-account/account-settings: theme, language, notifications, sessions, data export and account deletion. */
import { accountPath, notificationSettingsPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../content/content-queries.ts';
import { useHashTarget } from '../content/home/use-hash-target.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { LangLink, LanguageLink } from '../links.tsx';
import { openModal } from '../modals/modal-store.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { chipClass } from '../ui/Chip.tsx';
import { RadioCard } from '../ui/forms/RadioCard.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { AccountCard } from './AccountCard.tsx';
import { AccountPage } from './AccountFrame.tsx';
import { REMOVAL_ANCHOR } from './AccountMenu.tsx';
import { ExportButton } from './ExportButton.tsx';
import type { Me } from './me.ts';
import { chooseTheme, THEMES, useTheme } from './theme.ts';

function ThemeChoice({ waiting }: { waiting: boolean }) {
  const t = useT();
  const theme = useTheme();
  return (
    <fieldset className="grid gap-3 rounded-xl border border-line bg-surface p-5">
      <legend className="float-start mb-3 w-full font-display text-lg font-bold">{t('account.appearance')}</legend>
      <div className="clear-both grid gap-3 sm:grid-cols-3">
        {THEMES.map((each) =>
          waiting ? (
            <Skeleton key={each} className="h-16.5 rounded-lg" />
          ) : (
            <RadioCard
              key={each}
              name="theme"
              title={t(`account.theme_${each}`)}
              checked={theme === each}
              onChange={() => chooseTheme(each)}
            />
          ),
        )}
      </div>
    </fieldset>
  );
}

const LANGUAGES = [
  ['en', 'English'],
  ['zh', '中文'],
] as const;

const ButtonSkeleton = () => <Skeleton className="h-12 rounded-md sm:w-48" />;

/** Renders the texts with a skeleton for each control while `me` is null. */
function AccountSettings({ me }: { me: Me | null }) {
  const t = useT();
  const lang = useLang();
  const isLoading = me === null;
  const { data: settings } = useQuery(settingsQuery(lang));
  useHashTarget();
  return (
    <>
      <ThemeChoice waiting={isLoading} />
      {settings?.languages.length !== 1 && (
        <AccountCard title={t('account.page_lang')}>
          <div className="flex flex-wrap gap-3">
            {LANGUAGES.map(([each, name]) =>
              isLoading ? (
                <Skeleton key={each} className="h-10 w-20 rounded-pill" />
              ) : (
                <LanguageLink
                  key={each}
                  lang={each}
                  hrefLang={each}
                  aria-current={each === lang ? 'true' : undefined}
                  className={chipClass(each === lang)}
                >
                  {each === lang && <Icon name="check" className="size-4" />}
                  {name}
                </LanguageLink>
              ),
            )}
          </div>
        </AccountCard>
      )}
      <AccountCard title={t('account.notifications')} text={t('notifications.settings_text')}>
        {isLoading ? (
          <ButtonSkeleton />
        ) : (
          <LangLink to={notificationSettingsPath()} className={`${buttonClass('secondary')} sm:w-fit`}>
            {t('notifications.settings')}
          </LangLink>
        )}
      </AccountCard>
      <AccountCard title={t('account.logins')} text={t('account.sessions_text')}>
        {isLoading ? (
          <ButtonSkeleton />
        ) : (
          <LangLink to={accountPath('logins')} className={`${buttonClass('secondary')} sm:w-fit`}>
            {t('account.sessions')}
          </LangLink>
        )}
      </AccountCard>
      <AccountCard title={t('account.export')} text={t('account.export_text')}>
        {isLoading ? <ButtonSkeleton /> : <ExportButton />}
      </AccountCard>
      <AccountCard id={REMOVAL_ANCHOR} title={t('account.removal')} text={t('account.removal_text')}>
        {isLoading ? (
          <ButtonSkeleton />
        ) : (
          <Button
            kind="danger-quiet"
            className="sm:w-fit"
            aria-haspopup="dialog"
            onClick={() => openModal('DELETE_ACCOUNT', { me }, { closeOnOutside: false })}
          >
            {t('account.removal_button')}
          </Button>
        )}
      </AccountCard>
    </>
  );
}

export function Component() {
  const t = useT();
  return (
    <AccountPage title={t('account.settings')} skeleton={<AccountSettings me={null} />}>
      {(me) => <AccountSettings me={me} />}
    </AccountPage>
  );
}
