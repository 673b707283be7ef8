/**
 * A list over react-admin's list controller, with filters, sort, page and selection. All but the selection are in the
 * address, so that a link shares the list. A table on wide screens, tiles on narrow ones.
 */
import { Button } from '@mui/material';
import { type Exporter, ListBase, type RaRecord, useListContext, useNotify } from 'ra-core';
import { useEffect } from 'react';
import type { ResourceName } from '../../api/data-provider.ts';
import { useText } from '../../i18n/text.ts';
import { formatError } from '../format-error.ts';
import { LoadFailure } from '../LoadFailure.tsx';
import { Page } from '../Page.tsx';
import { type Column, createCsvExporter } from './columns.ts';
import { Filters } from './Filters.tsx';
import type { ListProps } from './list-props.ts';
import { Pagination } from './Pagination.tsx';
import { RecordTable } from './RecordTable.tsx';

const PER_PAGE = 30;

export function ListPage<Name extends ResourceName>(props: ListProps<Name>) {
  const { resource, filter, sort = { field: 'id', order: 'DESC' }, columns } = props;
  return (
    <ListBase
      resource={resource}
      filter={filter}
      sort={sort}
      perPage={PER_PAGE}
      // The page reports failures itself.
      queryOptions={{ onError: () => undefined }}
      // The records have the type of their resource, which react-admin does not know.
      exporter={createCsvExporter(columns as readonly Column<never>[]) as Exporter<RaRecord>}
    >
      <ListBody {...props} />
    </ListBase>
  );
}

function ListBody<Name extends ResourceName>(props: ListProps<Name>) {
  const { title, filters = [], actions, empty, children } = props;
  const t = useText();
  const notify = useNotify();
  const list = useListContext();
  const hasFailed = list.error != null;
  const hasRecords = list.data !== undefined;
  const isEmpty = list.data?.length === 0;
  const isFiltered = Object.keys(list.filterValues).length > 0;
  // A list that could not be refreshed stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => {
    if (hasFailed && hasRecords) notify(formatError(list.error, t), { type: 'error' });
  }, [list.error]);
  const count = list.total === undefined ? '' : t('list.count', { count: list.total });
  return (
    <Page title={title} sub={count} actions={actions}>
      {children}
      {props.quick !== undefined && <QuickFilters quick={props.quick} />}
      <Filters fields={filters} resource={props.resource} />
      {hasFailed && !hasRecords && <LoadFailure error={list.error} onRetry={() => list.refetch()} />}
      {isEmpty && (
        <div className="card state">
          {isFiltered ? (
            <>
              <h2>{t('list.empty_filtered')}</h2>
              <Button onClick={() => list.setFilters({})}>{t('list.clear')}</Button>
            </>
          ) : (
            (empty ?? <h2>{t('list.empty')}</h2>)
          )}
        </div>
      )}
      {!isEmpty && (hasRecords || !hasFailed) && <RecordTable {...props} />}
      <Pagination />
    </Page>
  );
}

/** Buttons that set and clear predefined filters; several can be active. */
function QuickFilters({ quick }: { quick: readonly { label: string; filter: object }[] }) {
  const { filterValues, setFilters } = useListContext();
  const values: Record<string, unknown> = filterValues;
  return (
    <div className="buttons quick">
      {quick.map(({ label, filter }) => {
        const isOn = Object.entries(filter).every(([field, value]) => values[field] === value);
        const others = Object.fromEntries(Object.entries(values).filter(([field]) => !(field in filter)));
        return (
          <Button
            key={label}
            size="small"
            color={isOn ? 'primary' : 'secondary'}
            variant={isOn ? 'contained' : 'outlined'}
            aria-pressed={isOn}
            onClick={() => setFilters(isOn ? others : { ...others, ...filter }, undefined, false)}
          >
            {label}
          </Button>
        );
      })}
    </div>
  );
}
