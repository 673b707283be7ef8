/** Shows HTML from the API: a product's description, a section of an information page. */
import { classNames } from './class-names.ts';

type SanitizedHtmlProps = {
  /** The server sanitizes it on save. */
  html: string;
  /** Set if it differs from the page's language. */
  lang?: string | undefined;
  className?: string;
};

export function SanitizedHtml({ html, lang, className }: SanitizedHtmlProps) {
  return (
    <div
      lang={lang}
      className={classNames('prose', className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the one place for HTML, which the server has sanitized
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
