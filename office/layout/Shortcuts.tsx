/** Keyboard shortcuts: `/` searches, `g` and a letter open a screen, `?` lists them. Inactive while the user types. */
import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { may } from '../api/endpoint-roles.ts';
import { useText } from '../i18n/text.ts';
import { MENU } from '../screens.ts';
import { SEARCH_ID } from './OrderSearch.tsx';

/** Time in ms in which the letter has to follow `g`. */
const LETTER_WAIT_MS = 1_500;

/** Inputs that take no text: a list's checkbox has the focus after an order is selected. */
const PRESSED_INPUTS = ['checkbox', 'radio', 'button', 'submit'];

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement
    ? !PRESSED_INPUTS.includes(target.type)
    : target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName));

export function Shortcuts() {
  const t = useText();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const goUntil = useRef(0);
  const entries = MENU.filter(({ needs }) => may(needs));

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      // An open dialog disables the shortcuts.
      if (document.querySelector('[role="dialog"]') !== null) return;
      const isGoing = event.timeStamp < goUntil.current;
      goUntil.current = event.key === 'g' ? event.timeStamp + LETTER_WAIT_MS : 0;
      const target = isGoing ? MENU.find(({ menu, needs }) => menu.key === event.key && may(needs)) : undefined;
      if (target !== undefined) navigate(`/${target.path}`);
      else if (event.key === '/') document.getElementById(SEARCH_ID)?.focus();
      else if (event.key === '?') setOpen(true);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [navigate]);

  return (
    <Dialog open={isOpen} onClose={() => setOpen(false)} aria-labelledby="keys">
      <DialogTitle id="keys">{t('keys.title')}</DialogTitle>
      <DialogContent>
        <dl className="money">
          <dt>{t('keys.search')}</dt>
          <dd>
            <kbd>/</kbd>
          </dd>
          {entries.map(({ path, menu }) => [
            <dt key={path}>{t('keys.go', { screen: t(menu.label) })}</dt>,
            <dd key={`${path} key`}>
              <kbd>g</kbd> {t('keys.then')} <kbd>{menu.key}</kbd>
            </dd>,
          ])}
          <dt>{t('keys.help')}</dt>
          <dd>
            <kbd>?</kbd>
          </dd>
        </dl>
      </DialogContent>
      <DialogActions>
        <Button color="secondary" autoFocus onClick={() => setOpen(false)}>
          {t('form.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
