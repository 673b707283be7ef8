/**
 * A hidden field with the page's locale, for forms that are submitted without JavaScript; links have it in their URLs.
 */
import { usePageLocale } from './MessagesProvider.tsx';

export function LangField() {
  const locale = usePageLocale();
  return locale === 'en' ? null : <input type="hidden" name="lang" value={locale} />;
}
