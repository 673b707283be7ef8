/** A button that loads the next page of a list; hidden on the last page. */
import { useT } from '../i18n/MessagesProvider.tsx';
import { Button } from './Button.tsx';

type LoadMoreProps = {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
};

export function LoadMore({ list: { hasNextPage, isFetchingNextPage, fetchNextPage } }: LoadMoreProps) {
  const t = useT();
  if (!hasNextPage) return null;
  return (
    <Button
      kind="secondary"
      className="justify-self-center"
      busy={isFetchingNextPage}
      onClick={() => void fetchNextPage()}
    >
      {t('ui.load_more')}
    </Button>
  );
}
