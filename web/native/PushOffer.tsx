/** Offers push notifications after the first order, before the phone's own dialog (docs/readings.md#75). */
import { useState } from 'react';
import * as v from 'valibot';
import { useTokenScope } from '../api/tokens.ts';
import { useT } from '../i18n/MessagesProvider.tsx';
import { dataKey } from '../storage.ts';
import { Button } from '../ui/Button.tsx';
import { Overlay } from '../ui/overlay/Overlay.tsx';
import { logFailure } from './bridge-calls.ts';
import { usePushPermission, usePushTopics } from './push-messaging.ts';

const pushOfferMark = dataKey('push_offered', 1, v.boolean());

export function PushOffer() {
  const t = useT();
  const isSignedIn = useTokenScope() !== 'guest';
  const { permission, request } = usePushPermission();
  const [isDue, setIsDue] = useState(() => pushOfferMark.read() !== true);
  const mayOffer = isDue && isSignedIn && permission === 'open';
  const topics = usePushTopics(mayOffer) ?? [];
  const close = () => {
    pushOfferMark.write(true);
    setIsDue(false);
  };
  return (
    <Overlay open={mayOffer && topics.length > 0} onClose={close} title={t('native.push_offer')}>
      <div className="grid grid-cols-1 gap-4">
        <p>{t('native.push_offer_text')}</p>
        <Button
          wide
          onClick={() => {
            close();
            logFailure(request());
          }}
        >
          {t('native.push_allow')}
        </Button>
        <Button kind="secondary" wide onClick={close}>
          {t('native.later')}
        </Button>
      </div>
    </Overlay>
  );
}
