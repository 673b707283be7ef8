import { type FormEvent, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { may } from '../api/endpoint-roles.ts';
import { useText } from '../i18n/text.ts';
import { Icon } from '../ui/Icon.tsx';
import { buildListUrl } from '../ui/list-url.ts';

export const SEARCH_ID = 'order-search';

/** Search field of every screen, which finds orders by number, phone, email, name or item. */
export function OrderSearch() {
  const t = useText();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [text, setText] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: empties the field on each navigation; the list shows the search
  useEffect(() => setText(''), [pathname]);
  if (!may('staff.orders')) return null;
  const search = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') navigate(buildListUrl('/orders', { q: text.trim() }));
  };
  return (
    <search>
      <form className="search" onSubmit={search}>
        <Icon name="search" />
        <label className="hidden-text" htmlFor={SEARCH_ID}>
          {t('search.label')}
        </label>
        <input
          id={SEARCH_ID}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          placeholder={t('search.hint')}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <kbd>/</kbd>
      </form>
    </search>
  );
}
