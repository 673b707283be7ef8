import { Link, useLocation } from 'react-router';

/** Links between the pages of one screen. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly { path: string; label: string }[] }) {
  const { pathname } = useLocation();
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.path} to={tab.path} aria-current={pathname === tab.path ? 'page' : undefined}>
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
