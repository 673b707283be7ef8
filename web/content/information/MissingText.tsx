/** Fallback for a missing information text (docs/ux.md#5 "block missing → contact link"). */
import { informationPath } from '@shop/core/links/paths';
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router';
import searchingSack from '../../art/sack-searching.svg?no-inline';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { PageError } from '../../layout/errors/PageError.tsx';
import { Head } from '../../layout/Head.tsx';
import { LangLink } from '../../links.tsx';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { matchInformationPage } from './information.ts';

export function MissingText() {
  const t = useT();
  const error = useRouteError();
  const { pathname } = useLocation();
  if (!isRouteErrorResponse(error) || error.status !== 404) return <PageError />;
  return (
    <div className="page-width py-6">
      <Head title={t(`footer.${matchInformationPage(pathname)}`)} noIndex />
      <MissingBlock />
    </div>
  );
}

/** Shows that the text is missing and links to the contact page. */
export function MissingBlock() {
  const t = useT();
  return (
    <EmptyState
      art={searchingSack}
      level={1}
      title={t('information.missing_title')}
      action={
        <LangLink to={informationPath('contactUs')} className={buttonClass()}>
          {t('information.ask')}
        </LangLink>
      }
    >
      {t('information.missing_text')}
    </EmptyState>
  );
}
