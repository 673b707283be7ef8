/** The records of a list: a table, or tiles on a narrow screen, with their selection. */
import {
  Button,
  Checkbox,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  TableSortLabel,
  useMediaQuery,
} from '@mui/material';
import { type RaRecord, useListContext } from 'ra-core';
import type { RecordOf, ResourceName } from '../../api/data-provider.ts';
import { useText } from '../../i18n/text.ts';
import type { Column } from './columns.ts';
import type { ListProps } from './list-props.ts';

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** A checkbox with a label of its own. */
const SelectionCheckbox = ({
  label,
  ...props
}: {
  label: string;
  checked: boolean;
  indeterminate?: boolean;
  onChange(): void;
}) => <Checkbox {...props} slotProps={{ input: { 'aria-label': label } }} />;

export function RecordTable<Name extends ResourceName>({ columns, bulk, rowActions }: ListProps<Name>) {
  const t = useText();
  const list = useListContext();
  const isNarrow = useMediaQuery('(max-width: 767px)', { noSsr: true });
  if (list.data === undefined) {
    return (
      <div className="card bones" role="status" aria-label={t('app.loading')}>
        {SKELETON_ROWS.map((bone) => (
          <span key={bone} />
        ))}
      </div>
    );
  }
  // The data provider returns records of the resource, with an id.
  const records = list.data as (RaRecord & RecordOf<Name>)[];
  const ids = records.map(({ id }) => id);
  const selectedRecords = records.filter(({ id }) => list.selectedIds.includes(id));
  const nameOf = (record: RecordOf<Name>) => String(columns[0]?.text?.(record) ?? '');
  const isChosen = ({ id }: RaRecord) => list.selectedIds.includes(id);
  const toggle = ({ id }: RaRecord) => list.onToggleItem(id);
  return (
    <div className="card table-card">
      {bulk !== undefined && selectedRecords.length > 0 && (
        <section className="bulk" aria-label={t('list.bulk')}>
          <b>{t('list.selected', { count: selectedRecords.length })}</b>
          {bulk(selectedRecords)}
          <Button variant="text" color="secondary" onClick={() => list.onUnselectItems()}>
            {t('list.unselect')}
          </Button>
        </section>
      )}
      {isNarrow ? (
        <ul className="tiles">
          {records.map((record) => (
            <li key={record.id}>
              {bulk === undefined ? (
                <span />
              ) : (
                <SelectionCheckbox
                  label={t('list.select', { name: nameOf(record) })}
                  checked={isChosen(record)}
                  onChange={() => toggle(record)}
                />
              )}
              <div className="grow">
                <div className="line">
                  {columns
                    .filter(({ isWideOnly }) => isWideOnly !== true)
                    .map((column) => (
                      <span key={column.label}>
                        {/* A number in a tile needs its label. */}
                        {column.isNumber && <span className="quiet small">{column.label} </span>}
                        {column.show(record)}
                      </span>
                    ))}
                </div>
                {rowActions !== undefined && <div className="buttons tile-actions">{rowActions(record)}</div>}
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <Table>
          <TableHead>
            <TableRow>
              {bulk !== undefined && (
                <TableCell padding="checkbox">
                  <SelectionCheckbox
                    label={t('list.select_all')}
                    checked={selectedRecords.length === records.length}
                    indeterminate={selectedRecords.length > 0 && selectedRecords.length < records.length}
                    onChange={() =>
                      selectedRecords.length === records.length ? list.onUnselectItems() : list.onSelect(ids)
                    }
                  />
                </TableCell>
              )}
              {columns.map((column) => (
                <Heading key={column.label} column={column} />
              ))}
              {rowActions !== undefined && (
                <TableCell>
                  <span className="hidden-text">{t('order.more')}</span>
                </TableCell>
              )}
            </TableRow>
          </TableHead>
          <TableBody>
            {records.map((record) => (
              <TableRow key={record.id} hover selected={isChosen(record)}>
                {bulk !== undefined && (
                  <TableCell padding="checkbox">
                    <SelectionCheckbox
                      label={t('list.select', { name: nameOf(record) })}
                      checked={isChosen(record)}
                      onChange={() => toggle(record)}
                    />
                  </TableCell>
                )}
                {columns.map((column) => (
                  <TableCell key={column.label} align={column.isNumber ? 'right' : 'left'}>
                    {column.show(record)}
                  </TableCell>
                ))}
                {rowActions !== undefined && (
                  <TableCell align="right">
                    <div className="buttons end">{rowActions(record)}</div>
                  </TableCell>
                )}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </div>
  );
}

/** A column's heading, which sorts the list if the API can sort by it. */
function Heading<Value>({ column: { label, sort, isNumber = false } }: { column: Column<Value> }) {
  const list = useListContext();
  const align = isNumber ? 'right' : 'left';
  if (sort === undefined) return <TableCell align={align}>{label}</TableCell>;
  const isSorted = list.sort.field === sort;
  const direction = list.sort.order === 'ASC' ? 'asc' : 'desc';
  const toggleSort = () => list.setSort({ field: sort, order: isSorted && direction === 'asc' ? 'DESC' : 'ASC' });
  return (
    <TableCell align={align} sortDirection={isSorted ? direction : false}>
      <TableSortLabel active={isSorted} direction={isSorted ? direction : 'asc'} onClick={toggleSort}>
        {label}
      </TableSortLabel>
    </TableCell>
  );
}
