/** Section of the home page: heading, "more" link, and its loading, error and empty states. */
import type { ReactNode } from 'react';
import { lazyHydrated } from '../../hydration/lazy.tsx';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';

const ErrorBlock = lazyHydrated(() => import('../../ui/EmptyState.tsx').then((file) => file.ErrorBlock));

type HomeSectionProps<Data extends object> = {
  /** Anchor id for links. */
  id: string;
  title: string;
  note?: ReactNode;
  moreLink?: { to: string; label: string };
  query: { data: Data | undefined; isError: boolean; refetch: () => unknown };
  /** Hides the section if it is empty. */
  isEmpty: (data: Data) => boolean;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
};

export function HomeSection<Data extends object>({
  id,
  title,
  note,
  moreLink,
  query,
  isEmpty,
  skeleton,
  children,
}: HomeSectionProps<Data>) {
  const t = useT();
  const { data } = query;
  if (data !== undefined && isEmpty(data)) return null;
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`} className="min-w-0">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-4 gap-y-2 lg:mb-4">
        <div className="min-w-0">
          <h2 id={`${id}-title`} className="text-xl lg:text-2xl">
            {title}
          </h2>
          {note}
        </div>
        {moreLink !== undefined && (
          <LangLink
            to={moreLink.to}
            className="-my-1.5 inline-flex min-h-11 shrink-0 items-center font-bold text-action-strong underline underline-offset-4 hover:decoration-2"
          >
            {moreLink.label}
            <span className="sr-only">: {title}</span>
          </LangLink>
        )}
      </div>
      {data !== undefined ? (
        children(data)
      ) : query.isError ? (
        <ErrorBlock onRetry={() => void query.refetch()} message={t('ui.error')} />
      ) : (
        skeleton
      )}
    </section>
  );
}
