import { type ReactNode, useEffect } from 'react';
import { useShopName } from '../layout/use-shop-name.ts';

/** A page: its title, which is also that of the browser's tab, a line below it, and the page's buttons. */
export function Page({
  title,
  tags,
  sub,
  actions,
  children,
}: {
  title: string;
  tags?: ReactNode;
  sub?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const shop = useShopName();
  useEffect(() => {
    document.title = `${title} · ${shop}`;
  }, [title, shop]);
  return (
    <>
      <div className="page-head">
        <div className="page-title">
          <h1>{title}</h1>
          {tags}
          <p className="sub">{sub}</p>
        </div>
        {actions != null && <div className="actions">{actions}</div>}
      </div>
      {children}
    </>
  );
}
