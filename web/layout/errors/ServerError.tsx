/** The page of a failed request or render. */
import { homePath } from '@shop/core/links/paths';
import tornSack from '../../art/sack-torn.svg?no-inline';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Head } from '../Head.tsx';

export function ServerError() {
  const t = useT();
  return (
    <div className="page-width">
      <Head title={t('layout.error_title')} noIndex />
      <EmptyState
        art={tornSack}
        level={1}
        title={t('layout.error_title')}
        action={
          <span className="flex flex-wrap justify-center gap-3">
            <Button onClick={() => window.location.reload()}>{t('ui.retry')}</Button>
            <LangLink to={homePath()} reloadDocument className={buttonClass('secondary')}>
              {t('layout.to_home')}
            </LangLink>
          </span>
        }
      >
        {t('layout.error_text')}
      </EmptyState>
    </div>
  );
}
