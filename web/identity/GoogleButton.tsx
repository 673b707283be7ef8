/** The way in by Google, where the shop has one. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { settingsQuery } from '../content/content-queries.ts';
import { useLang, useT } from '../i18n/shop-words.tsx';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { goToGoogle } from './google.ts';

export function GoogleButton({ then }: { then: string }) {
  const t = useT();
  const { data: settings } = useQuery(settingsQuery(useLang()));
  const [busy, setBusy] = useState(false);
  const client = settings?.google ?? null;
  if (client === null) return null;
  return (
    <>
      <p className="flex items-center gap-3 text-sm text-ink-3">
        <span className="h-px flex-1 bg-line" aria-hidden />
        {t('identity.or')}
        <span className="h-px flex-1 bg-line" aria-hidden />
      </p>
      <Button
        kind="secondary"
        wide
        busy={busy}
        onClick={() => {
          setBusy(true);
          void goToGoogle(client, { purpose: 'sign-in', then });
        }}
      >
        <Icon name="google-logo" className="size-5" />
        {t('identity.google')}
      </Button>
    </>
  );
}
