import { IconButton } from '@mui/material';
import { useListContext } from 'ra-core';
import { useText } from '../../i18n/text.ts';
import { Icon } from '../Icon.tsx';

/** Buttons for the previous and the next page of a list. */
export function Pagination() {
  const t = useText();
  const { page, perPage, total, setPage } = useListContext();
  const pages = Math.ceil((total ?? 0) / perPage);
  if (pages <= 1) return null;
  return (
    <nav className="pages" aria-label={t('list.page', { page, pages })}>
      <span>{t('list.page', { page, pages })}</span>
      <IconButton aria-label={t('list.previous')} disabled={page <= 1} onClick={() => setPage(page - 1)}>
        <Icon name="left" />
      </IconButton>
      <IconButton aria-label={t('list.next')} disabled={page >= pages} onClick={() => setPage(page + 1)}>
        <Icon name="right" />
      </IconButton>
    </nav>
  );
}
