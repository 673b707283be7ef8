/** Reads all records that match a list's filters, page by page, and passes them to its exporter. */
import {
  type Exporter,
  fetchRelatedRecords,
  type RaRecord,
  type SortPayload,
  useDataProvider,
  useNotify,
} from 'ra-core';
import { useText } from '../../i18n/text.ts';
import { formatError } from '../format-error.ts';

/** The API's maximum page length. */
const PER_PAGE = 100;

export function useExportAll(
  resource: string,
  { sort, filter }: { sort: SortPayload; filter: object },
  maxPages: number,
): (exporter: Exporter) => Promise<void> {
  const t = useText();
  const notify = useNotify();
  const dataProvider = useDataProvider();
  return async (exporter) => {
    try {
      const records: RaRecord[] = [];
      for (let page = 1; page <= maxPages; page++) {
        const { data, total = 0 } = await dataProvider.getList(resource, {
          sort,
          filter,
          pagination: { page, perPage: PER_PAGE },
        });
        records.push(...data);
        if (records.length >= total || data.length === 0) break;
      }
      await exporter(records, fetchRelatedRecords(dataProvider), dataProvider, resource);
    } catch (error) {
      notify(formatError(error, t), { type: 'error' });
    }
  };
}
