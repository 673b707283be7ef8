/**
 * Removes the server's tags for search engines and link previews (`web/seo/`) on the first navigation, because they
 * describe the first page.
 */
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

const TAGS = [
  'meta[property^="og:"]',
  'meta[name="apple-itunes-app"]',
  'link[hreflang]',
  'script[type="application/ld+json"]',
];

export function RemoveServerHeadTags() {
  const { pathname, search } = useLocation();
  const currentPage = `${pathname}${search}`;
  const firstPage = useRef(currentPage);
  useEffect(() => {
    if (currentPage !== firstPage.current) for (const tag of document.head.querySelectorAll(TAGS.join())) tag.remove();
  }, [currentPage]);
  return null;
}
