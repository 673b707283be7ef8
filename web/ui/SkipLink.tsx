/** Id of the page's content, the target of the skip link. */
export const CONTENT_ID = 'content';

/** The first tab stop: skips the header. */
export function SkipLink({ children }: { children: string }) {
  return (
    <a
      href={`#${CONTENT_ID}`}
      className="sr-only z-(--z-toast) rounded-md bg-ink px-4 py-3 font-bold text-paper focus:not-sr-only focus:fixed focus:start-4 focus:top-4"
    >
      {children}
    </a>
  );
}
