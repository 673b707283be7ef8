/** Reads one entry of a list by its id, in the form that the list returns (docs/readings.md#9). */
import { refuse } from '../refuse.ts';
import type { ListPage } from './list-page.ts';

/** Finds the entry with this id in a list whose `search` has the field `id`. Refuses `request.not_found`. */
export async function requireEntry<Row>(
  id: string,
  list: (query: { search: string; limit: number }) => Promise<ListPage<Row>>,
): Promise<Row> {
  const { data } = await list({ search: `id:${id}`, limit: 1 });
  return data[0] ?? refuse('request.not_found');
}
