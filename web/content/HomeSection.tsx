/** Section of the home page: heading, "more" link, and its loading, error and empty states. */
import type { ReactNode } from 'react';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { Kept } from '../kept-html.tsx';
import { LangLink } from '../links.tsx';
import { ErrorBlock } from '../ui/EmptyState.tsx';

/** The server caches the HTML of a loaded section, so it may depend only on its data, the language and its `id`. */
type HomeSectionProps<Data extends object> = {
  /** Anchor id for links. */
  id: string;
  title: string;
  note?: ReactNode;
  more?: { to: string; label: string };
  /** The section's query. */
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
  more,
  query,
  isEmpty,
  skeleton,
  children,
}: HomeSectionProps<Data>) {
  const t = useT();
  const lang = useLang();
  const { data } = query;
  if (data !== undefined && isEmpty(data)) return null;
  return (
    <Kept
      of={data}
      look={`${id} ${lang}`}
      as="section"
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className="min-w-0"
    >
      <div className="mb-3 flex items-end justify-between gap-4 lg:mb-4">
        <div>
          <h2 id={`${id}-title`} className="text-xl lg:text-2xl">
            {title}
          </h2>
          {note}
        </div>
        {more !== undefined && (
          <LangLink
            to={more.to}
            className="-my-1.5 inline-flex min-h-11 shrink-0 items-center font-bold text-action-strong underline underline-offset-4 hover:decoration-2"
          >
            {more.label}
            <span className="sr-only">: {title}</span>
          </LangLink>
        )}
      </div>
      {data !== undefined ? (
        <Shown data={data} show={children} />
      ) : query.isError ? (
        <ErrorBlock onRetry={() => void query.refetch()} message={t('ui.error')} />
      ) : (
        skeleton
      )}
    </Kept>
  );
}

/** A separate component, so that the server skips rendering it when the section's HTML is cached. */
function Shown<Data>({ data, show }: { data: Data; show: (data: Data) => ReactNode }) {
  return show(data);
}
