/**
 * Prompts for an update of the app: below the minimum version the prompt covers every page; below the latest one it
 * appears at each start until the shopper dismisses it for the day.
 */
import { App } from '@capacitor/app';
import { type AppPlatform, decideUpdate, showsUpdate } from '@shop/core/app/version';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import * as v from 'valibot';
import { endpointQuery } from '../api/query-client.ts';
import sack from '../art/sack-gift.svg?no-inline';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { dataKey } from '../storage.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Overlay } from '../ui/overlay/Overlay.tsx';

/** The id of the dialog that blocks an app below the minimum version; Back does not close it. */
export const REQUIRED_UPDATE_ID = 'required-update';

/** When the shopper last dismissed an update, in ms. */
const dismissedAt = dataKey('app_update_dismissed', 1, v.number());

function readDismissedAt(): Date | null {
  const at = dismissedAt.read();
  return at === null ? null : new Date(at);
}

/** Links to the app's listing in the store; without its URL, names the store in words. */
function StoreLink({ url }: { url: string | null }) {
  const t = useT();
  if (url === null) return <p className="font-semibold">{t('native.update_search')}</p>;
  return (
    <a href={url} className={buttonClass('primary', 'regular', true)}>
      {t('native.update')}
    </a>
  );
}

/** Covers the page with a dialog that cannot be closed. */
function RequiredUpdate({ children }: { children: ReactNode }) {
  const t = useT();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const show = () => {
    if (dialog.current?.open === false) dialog.current.showModal();
  };
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      id={REQUIRED_UPDATE_ID}
      aria-labelledby={titleId}
      className="overlay overlay-sheet overlay-full"
      onCancel={(event) => event.preventDefault()}
      // A second Escape closes a dialog without a cancel event, so it is shown again.
      onClose={show}
    >
      <div className="m-auto grid max-w-md justify-items-center gap-4 overflow-y-auto px-6 py-10 text-center">
        <img src={sack} alt="" width={160} height={160} className="size-40" />
        <h1 id={titleId} className="text-xl">
          {t('native.update_required')}
        </h1>
        <p className="text-ink-2">{t('native.update_required_text')}</p>
        {children}
      </div>
    </dialog>
  );
}

/**
 * `mayOffer` is false until a link that started the app has been followed, because its page would replace the offer.
 */
export function UpdatePrompt({ platform, mayOffer }: { platform: AppPlatform; mayOffer: boolean }) {
  const t = useT();
  const { data: installed } = useQuery({
    queryKey: ['native.version'],
    queryFn: async () => (await App.getInfo()).version,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data: versions } = useQuery(endpointQuery('app.version', useLang(), { query: { platform } }));
  const [isDismissed, setIsDismissed] = useState(false);
  if (installed === undefined || versions === undefined) return null;
  const update = decideUpdate(installed, versions);
  const store = <StoreLink url={versions.store_url} />;
  if (update === 'required') return <RequiredUpdate>{store}</RequiredUpdate>;
  const dismiss = () => {
    dismissedAt.write(Date.now());
    setIsDismissed(true);
  };
  return (
    <Overlay
      open={mayOffer && !isDismissed && showsUpdate(update, readDismissedAt(), new Date())}
      onClose={dismiss}
      title={t('native.update_offer')}
    >
      <div className="grid grid-cols-1 gap-4">
        <p>{t('native.update_offer_text', { version: versions.latest })}</p>
        {store}
        <Button kind="secondary" wide onClick={dismiss}>
          {t('native.later')}
        </Button>
      </div>
    </Overlay>
  );
}
