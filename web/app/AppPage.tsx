/** /app: the app's listings, and on a desktop a QR code of this page for a phone. */
import type { Settings } from '@shop/contract/settings';
import { appPath, withLang } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import wavingSack from '../art/sack-waving.svg?no-inline';
import { settingsQuery } from '../content/content-queries.ts';
import { useLang, useOrigin, useT } from '../i18n/MessagesProvider.tsx';
import { Head } from '../layout/Head.tsx';
import { CodePicture } from '../loyalty/card/CodePicture.tsx';
import { drawQrPath } from '../loyalty/card/qr-path.ts';
import { buttonClass } from '../ui/Button.tsx';
import { Icon } from '../ui/icons/Icon.tsx';

/** Functions that only the app has. */
const APP_ADVANTAGES = ['app.push', 'app.brightness', 'app.offline'] as const;

function AppAdvantages() {
  const t = useT();
  return (
    <ul className="grid max-w-prose gap-2">
      {APP_ADVANTAGES.map((text) => (
        <li key={text} className="flex items-start gap-2">
          <Icon name="check-circle" className="mt-0.5 size-5 shrink-0 text-action-strong" />
          {t(text)}
        </li>
      ))}
    </ul>
  );
}

function StoreLinks({ listings: { ios, android } }: { listings: Settings['app_links'] }) {
  const t = useT();
  if (ios === '' && android === '') return <p>{t('app.none')}</p>;
  return (
    <ul className="flex flex-wrap gap-3">
      {ios !== '' && (
        <li>
          <a href={ios} className={buttonClass()}>
            {t('app.ios')}
          </a>
        </li>
      )}
      {android !== '' && (
        <li>
          <a href={android} className={buttonClass()}>
            {t('app.android')}
          </a>
        </li>
      )}
    </ul>
  );
}

/** This page's address for a phone; narrow screens are phones already. */
function PageQrCode() {
  const t = useT();
  const lang = useLang();
  const address = `${useOrigin()}${withLang(appPath(), lang)}`;
  return (
    <div className="hidden justify-items-center gap-3 text-center lg:grid">
      <div className="rounded-xl border border-line bg-white p-2">
        <CodePicture code={drawQrPath(address)} label={t('app.qr')} className="size-48" />
      </div>
      <p className="max-w-56 text-sm text-ink-2">{t('app.scan')}</p>
    </div>
  );
}

export function Component() {
  const t = useT();
  const { data: settings } = useQuery(settingsQuery(useLang()));
  if (settings === undefined) return null;
  return (
    <div className="page-width grid max-w-[70rem] grid-cols-1 gap-8 py-5 lg:py-10">
      <Head title={t('app.title')} description={t('app.intro')} path={appPath()} />
      <section className="flex items-center justify-between gap-8">
        <div className="grid min-w-0 gap-4">
          <img src={wavingSack} alt="" width={96} height={96} className="size-24" />
          <h1 className="text-2xl lg:text-3xl">{t('app.title')}</h1>
          <p className="max-w-prose text-ink-2">{t('app.intro')}</p>
          <AppAdvantages />
          <StoreLinks listings={settings.app_links} />
        </div>
        <PageQrCode />
      </section>
    </div>
  );
}
