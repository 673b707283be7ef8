import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { CountBadge, type WaitingCount } from './CountBadge.tsx';

/** Links between the pages of one screen, each with its count of waiting work. */
export function Tabs({
  label,
  tabs,
  waiting = [],
}: {
  label: string;
  tabs: readonly { path: string; label: string }[];
  waiting?: readonly (WaitingCount & { page: string })[];
}) {
  const { pathname } = useLocation();
  const list = useRef<HTMLElement>(null);
  // On a narrow screen the tabs scroll: the current one is centred, so that its neighbours show.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, []);
  return (
    <nav ref={list} className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.path} to={tab.path} aria-current={pathname === tab.path ? 'page' : undefined}>
          {tab.label}
          <CountBadge waiting={waiting.filter(({ page }) => page === tab.path)} />
        </Link>
      ))}
    </nav>
  );
}
