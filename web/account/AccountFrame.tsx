/**
 * The frame of every page of My Account: its menu, its title, and the customer whose it is. Signed-out visits go to sign
 * in and come back (docs/spec.md §2 "My Account (needs sign-in)"). The server knows no customer: it renders title, menu and the
 * skeleton.
 */
import { type AccountPage as AccountPageName, accountPath } from '@shop/core/links/paths';
import type { ReactNode } from 'react';
import { RequireSignIn, useSession } from '../identity/session.tsx';
import { Head } from '../layout/Head.tsx';
import { LangLink } from '../links.tsx';
import { ErrorBlock } from '../ui/EmptyState.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import type { Me } from './use-account.ts';

/** Menu at the side, on phones folded above; the page beside it. */
export function AccountFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="page-width grid items-start gap-5 py-5 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-10 lg:py-8">
      <Head title={title} noIndex />
      <AccountMenu />
      <div className="grid min-w-0 grid-cols-1 gap-5">{children}</div>
    </div>
  );
}

type AccountPageProps = {
  title: string;
  /** One sentence below the title. */
  text?: string;
  /** What stands in the content's place until it is known whose page it is; shaped like the content. */
  skeleton?: ReactNode;
  /** The content says its own title once it is there (an order's). */
  ownTitle?: boolean;
  /** The page that this one belongs to. */
  under?: { page: AccountPageName; title: string };
  children: (me: Me) => ReactNode;
};

export function AccountPage({ title, text, skeleton, ownTitle = false, under, children }: AccountPageProps) {
  const { me, isError, retry } = useSession();
  const waiting = skeleton ?? <CardSkeleton />;
  return (
    <AccountFrame title={title}>
      {under !== undefined && (
        <LangLink
          to={accountPath(under.page)}
          className="flex min-h-11 w-fit items-center gap-2 text-sm font-semibold text-action-strong hover:underline"
        >
          <Icon name="arrow-left" className="size-5" directional />
          {under.title}
        </LangLink>
      )}
      {(!ownTitle || me === null) && (
        <header className="grid gap-1">
          <h1 className="text-2xl">{title}</h1>
          {text !== undefined && <p className="text-ink-2">{text}</p>}
        </header>
      )}
      <RequireSignIn fallback={waiting}>
        {me !== null && children(me)}
        {me === null && (isError ? <ErrorBlock onRetry={retry} /> : waiting)}
      </RequireSignIn>
    </AccountFrame>
  );
}

/** The place of a card that is still to come. */
export function CardSkeleton() {
  return (
    <div aria-hidden>
      <Skeleton className="h-72 rounded-xl" />
    </div>
  );
}

/** A part of an account page, on a ground of its own. */
type AccountCardProps = {
  title?: string;
  text?: string;
  /** Where links lead to it. */
  id?: string;
  children: ReactNode;
};

export function AccountCard({ title, text, id, children }: AccountCardProps) {
  return (
    <section
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      className="grid grid-cols-1 content-start gap-4 rounded-xl border border-line bg-surface p-5"
    >
      {title !== undefined && (
        <div className="grid gap-1">
          <h2 className="text-lg">{title}</h2>
          {text !== undefined && <p className="text-sm text-ink-2">{text}</p>}
        </div>
      )}
      {children}
    </section>
  );
}
