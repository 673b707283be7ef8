/** The filters next to a list; a selection applies immediately. */
import { useT } from '../../i18n/MessagesProvider.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { FilterPanel, type FilterPanelProps } from './FilterPanel.tsx';

type FilterColumnProps = Omit<FilterPanelProps, 'facets'> & { facets: FilterPanelProps['facets'] | undefined };

export function FilterColumn({ facets, ...rest }: FilterColumnProps) {
  const t = useT();
  return (
    <>
      <h2 className="sr-only">{t('listing.filters')}</h2>
      {facets === undefined ? <Skeleton className="h-96 rounded-lg" /> : <FilterPanel facets={facets} {...rest} />}
    </>
  );
}
