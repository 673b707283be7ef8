/** Reads the record of a page. */
import { type RaRecord, useGetOne } from 'ra-core';
import type { ResourceName } from '../api/data-provider.ts';

/**
 * Makes a separate entry in the query cache: react-admin fills the usual entry with rows of lists, which lack fields of
 * the record.
 */
const WHOLE = { isWhole: true };

export const useRecord = <Value extends RaRecord>(resource: ResourceName, id: string) =>
  useGetOne<Value>(resource, { id, meta: WHOLE });
