/** The menu: the screens that the user's roles may open. */
import { Link, useLocation } from 'react-router';
import { may } from '../api/endpoint-roles.ts';
import { useText } from '../i18n/text.ts';
import { MENU, type MenuGroup } from '../screens.ts';
import { useWaiting } from '../today/waiting.ts';
import { CountBadge } from '../ui/CountBadge.tsx';
import { useShopName } from './use-shop-name.ts';

const GROUPS: readonly MenuGroup[] = ['daily', 'shop', 'owner'];

/** Returns whether an entry's screen, or a page below it, is open. */
const isCurrent = (path: string, pathname: string) => `${pathname}/`.startsWith(`/${path}/`);

export function Menu() {
  const t = useText();
  const shop = useShopName();
  const { pathname } = useLocation();
  const waiting = useWaiting();
  const entries = MENU.filter(({ needs }) => may(needs));
  return (
    <nav className="side" aria-label={t('menu.label')}>
      <div className="logo">
        {shop}
        <small>{t('app.name')}</small>
      </div>
      {GROUPS.map((group) => {
        const groupEntries = entries.filter(({ menu }) => menu.group === group);
        return groupEntries.length === 0 ? null : (
          <ul className="group" key={group}>
            {groupEntries.map(({ path, menu }) => (
              <li key={path}>
                <Link to={`/${path}`} aria-current={isCurrent(path, pathname) ? 'page' : undefined}>
                  {t(menu.label)}
                  <CountBadge waiting={waiting.filter(({ entry }) => entry === path)} />
                </Link>
              </li>
            ))}
          </ul>
        );
      })}
    </nav>
  );
}
