/** What a list of the office shows. */
import type { SortPayload } from 'ra-core';
import type { ReactNode } from 'react';
import type { RecordOf, ResourceName } from '../../api/data-provider.ts';
import type { Column } from './columns.ts';
import type { FilterField } from './filter-field.ts';

export type ListProps<Name extends ResourceName> = {
  resource: Name;
  title: string;
  /** Column → how it is shown and exported. The first one names the record. */
  columns: readonly Column<RecordOf<Name>>[];
  filters?: readonly FilterField[];
  /** Filters of one click, beside those of the fields. */
  quick?: readonly { label: string; filter: object }[];
  /** A filter that always holds. */
  filter?: object;
  sort?: SortPayload;
  /** Actions for the selected records; without them, nothing is selected. */
  bulk?: (records: RecordOf<Name>[]) => ReactNode;
  /** Buttons of the page. */
  actions?: ReactNode;
  /** Buttons of one record, at the end of its row. */
  rowActions?: (record: RecordOf<Name>) => ReactNode;
  /** What a list without records says instead of "Nothing here yet". */
  empty?: ReactNode;
  /** Below the title: tabs of the page. */
  children?: ReactNode;
};
