/** Shows in the notification settings whether this phone shows push notifications, and how to allow them. */
import { APP_IDENTITY } from '@shop/core/app/app-identity';
import { useState } from 'react';
import { useT } from '../i18n/MessagesProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import { logFailure } from './bridge-calls.ts';
import { usePushPermission, usePushTopics } from './push-messaging.ts';
import { appPlatform } from './shell.ts';

const TITLE_ID = 'push-setting';

export function PushSetting() {
  const t = useT();
  const { permission, request } = usePushPermission();
  const topics = usePushTopics(true) ?? [];
  const [isBusy, setIsBusy] = useState(false);
  if (permission === null || topics.length === 0) return null;
  const app = APP_IDENTITY.name;
  const help = appPlatform() === 'ios' ? t('native.push_help_ios', { app }) : t('native.push_help_android', { app });
  const texts = { granted: t('native.push_on_text'), open: t('native.push_off_text'), refused: help };
  const requestPermission = () => {
    setIsBusy(true);
    logFailure(request().finally(() => setIsBusy(false)));
  };
  return (
    <section aria-labelledby={TITLE_ID} className="grid gap-3 rounded-xl border border-line bg-surface p-5">
      <h2 id={TITLE_ID} className="flex items-center gap-2 text-md">
        <Icon name={permission === 'granted' ? 'check-circle' : 'bell'} className="size-5 text-action-strong" />
        {t(permission === 'granted' ? 'native.push_on' : 'native.push_off')}
      </h2>
      <p role="status" className="text-sm text-ink-2">
        {texts[permission]}
      </p>
      {permission === 'open' && (
        <Button kind="secondary" className="sm:w-fit" busy={isBusy} onClick={requestPermission}>
          {t('native.push_allow')}
        </Button>
      )}
    </section>
  );
}
