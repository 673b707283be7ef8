/**
 * Takes away what the server wrote into the head for other sites' programs alone (`web/seo/`) once another page is
 * shown: of that page it would be untrue.
 */
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

const TAGS = ['meta[property^="og:"]', 'link[hreflang]', 'script[type="application/ld+json"]'];

export function FirstPageTags() {
  const { pathname, search } = useLocation();
  const here = `${pathname}${search}`;
  const first = useRef(here);
  useEffect(() => {
    if (here !== first.current) for (const tag of document.head.querySelectorAll(TAGS.join())) tag.remove();
  }, [here]);
  return null;
}
