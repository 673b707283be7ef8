import { Button } from '@mui/material';
import { useLocaleState, useLocales } from 'ra-core';
import { useText } from '../i18n/text.ts';

/** A button for each language of the office. */
export function LanguageSwitch() {
  const t = useText();
  const locales = useLocales();
  const [locale, setLocale] = useLocaleState();
  return (
    <fieldset className="buttons bare" aria-label={t('user.language')}>
      {locales.map((each) => (
        <Button
          key={each.locale}
          size="small"
          color="secondary"
          lang={each.locale}
          variant={each.locale === locale ? 'contained' : 'outlined'}
          aria-pressed={each.locale === locale}
          onClick={() => setLocale(each.locale)}
        >
          {each.name}
        </Button>
      ))}
    </fieldset>
  );
}
