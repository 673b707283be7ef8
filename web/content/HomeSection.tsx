/** A module of the home page: its heading, a way to more, and what it does while it waits, fails or has nothing. */
import type { ReactNode } from 'react';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { Kept } from '../kept-html.tsx';
import { LangLink } from '../links.tsx';
import { ErrorBlock } from '../ui/EmptyState.tsx';

/** On the server a module that has its data is kept in one piece: what it shows comes from the data, the language and its `id`. */
type HomeSectionProps<Data extends object> = {
  /** For links to this place of the page. */
  id: string;
  title: string;
  note?: ReactNode;
  more?: { to: string; label: string };
  /** The query that the module shows. */
  query: { data: Data | undefined; isError: boolean; refetch: () => unknown };
  /** Nothing to show: the module is left out. */
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

/** A component of its own, so that the server makes nothing of it where the module is kept. */
function Shown<Data>({ data, show }: { data: Data; show: (data: Data) => ReactNode }) {
  return show(data);
}
