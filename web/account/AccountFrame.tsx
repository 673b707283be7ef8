/**
 * Frame of the pages of My Account: menu, title and the signed-in customer. Signed-out visitors go to sign-in and
 * return (docs/spec.md §2 "My Account (needs sign-in)"). The server has no customer: it renders title, menu and
 * skeleton.
 */
import { type AccountPageName, accountPath } from '@shop/core/links/paths';
import type { ReactNode } from 'react';
import { RequireSignIn } from '../identity/RequireSignIn.tsx';
import { useSession } from '../identity/signed-in-customer.tsx';
import { Head } from '../layout/Head.tsx';
import { LangLink } from '../links.tsx';
import { ErrorBlock } from '../ui/EmptyState.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { ChangedTexts } from './ChangedTexts.tsx';
import type { Me } from './me.ts';

/** Lays out the menu next to the page, folded above it on phones. */
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
  /** A sentence below the title. */
  text?: string;
  /** Skeleton of the content, shown until the customer is loaded. */
  skeleton?: ReactNode;
  /** Whether the content renders its own title once it is loaded, as an order does. */
  hasOwnTitle?: boolean;
  /** The page to which a link above the title leads back. */
  parent?: { page: AccountPageName; title: string };
  children: (me: Me) => ReactNode;
};

export function AccountPage({ title, text, skeleton, hasOwnTitle = false, parent, children }: AccountPageProps) {
  const { me, isError, retry } = useSession();
  const placeholder = skeleton ?? <CardSkeleton />;
  return (
    <AccountFrame title={title}>
      {parent !== undefined && (
        <LangLink
          to={accountPath(parent.page)}
          className="flex min-h-11 w-fit items-center gap-2 text-sm font-semibold text-action-strong hover:underline"
        >
          <Icon name="arrow-left" className="size-5" directional />
          {parent.title}
        </LangLink>
      )}
      {(!hasOwnTitle || me === null) && (
        <header className="grid gap-1">
          <h1 className="text-2xl">{title}</h1>
          {text !== undefined && <p className="text-ink-2">{text}</p>}
        </header>
      )}
      <RequireSignIn fallback={placeholder}>
        {me !== null && <ChangedTexts me={me} />}
        {me !== null && children(me)}
        {me === null && (isError ? <ErrorBlock onRetry={retry} /> : placeholder)}
      </RequireSignIn>
    </AccountFrame>
  );
}

export function CardSkeleton() {
  return (
    <div aria-hidden>
      <Skeleton className="h-72 rounded-xl" />
    </div>
  );
}
