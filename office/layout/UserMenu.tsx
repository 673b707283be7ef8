/** Menu of the signed-in account: language, appearance, lock and sign-out. */
import { Button, Divider, ListSubheader, Menu, MenuItem } from '@mui/material';
import { useLocaleState, useLocales, useLogout } from 'ra-core';
import { useState } from 'react';
import { Link } from 'react-router';
import { lockSession } from '../api/auth-provider.ts';
import { currentSession } from '../api/session.ts';
import { type PlainKey, useText } from '../i18n/text.ts';
import { type ThemeChoice, useThemeChoice } from '../theme.tsx';
import { Icon } from '../ui/Icon.tsx';

const THEMES: Readonly<Record<ThemeChoice, PlainKey>> = {
  system: 'theme.system',
  light: 'theme.light',
  dark: 'theme.dark',
};

export function UserMenu() {
  const t = useText();
  const logout = useLogout();
  const locales = useLocales();
  const [locale, setLocale] = useLocaleState();
  const [theme, setTheme] = useThemeChoice();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const email = currentSession()?.staff.email ?? '';
  const closeThen = (after: () => void) => () => {
    setAnchor(null);
    after();
  };
  return (
    <>
      <Button
        color="secondary"
        variant="text"
        aria-label={t('user.menu', { email })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        startIcon={<Icon name="person" />}
      >
        <span className="only-wide">{email.split('@')[0]}</span>
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <ListSubheader>{email}</ListSubheader>
        {locales.map((each) => (
          <MenuItem
            key={each.locale}
            lang={each.locale}
            selected={each.locale === locale}
            onClick={closeThen(() => setLocale(each.locale))}
          >
            {each.name}
          </MenuItem>
        ))}
        <Divider />
        {Object.entries(THEMES).map(([choice, label]) => (
          <MenuItem key={choice} selected={choice === theme} onClick={closeThen(() => setTheme(choice as ThemeChoice))}>
            {t(label)}
          </MenuItem>
        ))}
        <Divider />
        <MenuItem component={Link} to="/account" onClick={closeThen(() => undefined)}>
          {t('user.account')}
        </MenuItem>
        <MenuItem onClick={closeThen(lockSession)}>{t('user.lock')}</MenuItem>
        <MenuItem onClick={closeThen(() => logout())}>{t('user.sign_out')}</MenuItem>
      </Menu>
    </>
  );
}
