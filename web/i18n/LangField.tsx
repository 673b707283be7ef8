/** The page's locale in a form that is sent without JavaScript, as links have it in their addresses. */
import { usePageLocale } from './MessagesProvider.tsx';

export function LangField() {
  const locale = usePageLocale();
  return locale === 'en' ? null : <input type="hidden" name="lang" value={locale} />;
}
