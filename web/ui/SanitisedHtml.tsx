/** Shows HTML from the API: a product's description, a section of an information page. */
import { classNames } from './class-names.ts';

type SanitisedHtmlProps = {
  /** The server sanitises it on save. */
  html: string;
  /** Set if it differs from the page's language. */
  lang?: string | undefined;
  className?: string;
};

export function SanitisedHtml({ html, lang, className }: SanitisedHtmlProps) {
  return (
    <div
      lang={lang}
      className={classNames('prose', className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the one place for HTML, which the server has sanitised
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
