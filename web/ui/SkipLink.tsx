/** Where a page's content begins, for whoever the keyboard has to be taken to. */
export const CONTENT_ID = 'content';

/** The first stop of the keyboard: past the header, to what the page is about. */
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
