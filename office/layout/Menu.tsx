/** The menu: the screens that the user's roles may open. */
import { Link, useLocation } from 'react-router';
import { may } from '../api/endpoint-roles.ts';
import { useText } from '../i18n/text.ts';
import { MENU, type MenuGroup } from '../screens.ts';
import { useToday } from '../today/use-today.ts';
import { useShopName } from './use-shop-name.ts';

const GROUPS: readonly MenuGroup[] = ['daily', 'shop', 'owner'];

/** Returns whether an entry's screen, or a page below it, is open. */
const isCurrent = (path: string, pathname: string) => `${pathname}/`.startsWith(`/${path}/`);

type MenuCount = { count: number; isHot?: boolean };

/** Returns the counts of waiting records by the path of the menu's entry. */
function useCounts(): Readonly<Record<string, MenuCount>> {
  const { data } = useToday();
  return {
    orders: { count: data?.orders?.to_pick.count ?? 0 },
    money: { count: (data?.cancellations?.count ?? 0) + (data?.refunds?.count ?? 0), isHot: true },
  };
}

export function Menu() {
  const t = useText();
  const shop = useShopName();
  const { pathname } = useLocation();
  const counts = useCounts();
  const entries = MENU.filter(({ needs }) => may(needs));
  return (
    <nav className="side" aria-label={t('menu.label')}>
      <div className="logo">
        {shop}
        <small>{t('app.name')}</small>
      </div>
      {GROUPS.map((group) => {
        const own = entries.filter(({ menu }) => menu.group === group);
        return own.length === 0 ? null : (
          <ul className="group" key={group}>
            {own.map(({ path, menu }) => (
              <li key={path}>
                <Link to={`/${path}`} aria-current={isCurrent(path, pathname) ? 'page' : undefined}>
                  {t(menu.label)}
                  <WaitingCount {...(counts[path] ?? { count: 0 })} />
                </Link>
              </li>
            ))}
          </ul>
        );
      })}
    </nav>
  );
}

const WaitingCount = ({ count, isHot = false }: MenuCount) =>
  count === 0 ? null : <span className={isHot ? 'count count-hot' : 'count'}>{count}</span>;
