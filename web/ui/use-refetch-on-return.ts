/** Refetches when Back restores the page from the browser's cache, such as from a bank's page. */
import { useEffect } from 'react';

export function useRefetchOnReturn(refetch: () => unknown): void {
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) refetch();
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, [refetch]);
}
