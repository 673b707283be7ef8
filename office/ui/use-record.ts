/** Reads the record of a page of its own. */
import { type RaRecord, useGetOne } from 'ra-core';
import type { ResourceName } from '../api/data-provider.ts';

/**
 * A place of its own in the cache: react-admin fills the other one with the rows of lists, which lack fields that the
 * record has.
 */
const WHOLE = { isWhole: true };

export const useRecord = <Item extends RaRecord>(resource: ResourceName, id: string) =>
  useGetOne<Item>(resource, { id, meta: WHOLE });
