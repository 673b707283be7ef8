/** Notes that a product was looked at, once per view and long after it can be seen (docs/spec.md §7 "/recent-products"). */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../api.ts';
import { ensureSessionId } from '../../tokens.ts';

/** Who only passes by has not looked at it. */
const VIEWED_AFTER_MS = 1_000;

export function RecordView({ slug }: { slug: string }) {
  const queries = useQueryClient();
  useEffect(() => {
    const note = async () => {
      // It is kept per session, so there must be one.
      await ensureSessionId();
      await api('catalog.addRecent', { body: { slug } });
      // The page shows what was seen before it; the next one asks anew.
      await queries.invalidateQueries({ queryKey: ['catalog.recent'], refetchType: 'none' });
    };
    // Nobody waits for it, and nothing is lost when it fails.
    const timer = setTimeout(() => void note().catch(() => {}), VIEWED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [slug, queries]);
  return null;
}
