/** Records that a product was viewed, once per visit (docs/spec.md §7 "/recent-products"). */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../api/api.ts';
import { ensureSessionId } from '../../api/tokens.ts';

/** A shorter visit does not count. */
const VIEWED_AFTER_MS = 1_000;

export function RecordProductView({ slug }: { slug: string }) {
  const queries = useQueryClient();
  useEffect(() => {
    const recordView = async () => {
      // Views are stored per session, so a session id comes first.
      await ensureSessionId();
      await api('catalog.addRecent', { body: { slug } });
      // The next page requests the list again.
      await queries.invalidateQueries({ queryKey: ['catalog.recent'], refetchType: 'none' });
    };
    // Ignores a failure: a lost view does no harm.
    const timer = setTimeout(() => void recordView().catch(() => {}), VIEWED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [slug, queries]);
  return null;
}
