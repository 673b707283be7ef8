import type { SortPayload } from 'ra-core';
import type { ReactNode } from 'react';
import type { RecordOf, ResourceName } from '../../api/data-provider.ts';
import type { Column } from './columns.ts';
import type { FilterField } from './filter-field.ts';

export type ListProps<Name extends ResourceName> = {
  resource: Name;
  title: string;
  /** Columns of the table and the export. The first one names the record. */
  columns: readonly Column<RecordOf<Name>>[];
  filters?: readonly FilterField[];
  /** Buttons with predefined filters, beside the filters by field. */
  quick?: readonly { label: string; filter: object }[];
  /** A filter that always applies. */
  filter?: object;
  sort?: SortPayload;
  /** Actions for the selected records; without it, records cannot be selected. */
  bulk?: (records: RecordOf<Name>[]) => ReactNode;
  /** Buttons in the page's head. */
  actions?: ReactNode;
  /** Buttons at the end of a record's row. */
  rowActions?: (record: RecordOf<Name>) => ReactNode;
  /** Replaces the text "Nothing here yet" of an empty list. */
  empty?: ReactNode;
  /** Content below the title, such as tabs. */
  children?: ReactNode;
};
