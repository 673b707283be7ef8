/**
 * Tries to open the app (docs/spec.md §2 "deeplink=1"), and shows a sheet with links to the app and the website
 * meanwhile.
 */
import type { LaunchState } from '@shop/core/app/open-in-app';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import wavingSack from '../art/sack-waving.svg?no-inline';
import { whenHydrated } from '../hydration/lazy.tsx';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { useAppView } from '../identity/app-view.ts';
import { useGo } from '../links.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Overlay } from '../ui/overlay/Overlay.tsx';
import { hasDeepLinkFlag } from './deep-link-flag.ts';
import { type PreparedLaunch, prepareLaunch, staysInBrowser } from './prepare-launch.ts';
import { runLaunch } from './run-launch.ts';

type LaunchOutcome = LaunchState['outcome'];

/** Runs the launch once, and again with each call of `relaunch`. */
function useLaunch({ launch, begunAt }: PreparedLaunch): {
  outcome: LaunchOutcome;
  relaunch: () => void;
  stop: () => void;
} {
  const [outcome, setOutcome] = useState<LaunchOutcome>('waiting');
  const stopRunning = useRef<(() => void) | null>(null);
  const stop = useCallback(() => stopRunning.current?.(), []);
  const run = useCallback(
    (from: number | null) => {
      stop();
      setOutcome('waiting');
      stopRunning.current = runLaunch(launch, from, setOutcome);
    },
    [launch, stop],
  );
  useEffect(() => {
    run(begunAt);
    return stop;
  }, [run, begunAt, stop]);
  return { outcome, relaunch: () => run(null), stop };
}

function LaunchSheet({ preparedLaunch }: { preparedLaunch: PreparedLaunch }) {
  const t = useT();
  const [isOpen, setOpen] = useState(true);
  const { outcome, relaunch, stop } = useLaunch(preparedLaunch);
  const { deferredPath, launch } = preparedLaunch;
  const stay = () => {
    stop();
    staysInBrowser.write('1');
    setOpen(false);
  };
  const status = {
    waiting: 'app.opening',
    opened: 'app.opened',
    unopened: launch.store === null ? 'app.unopened_plain' : 'app.unopened',
  } as const;
  return (
    <Overlay open={isOpen} onClose={stay} title={t('app.open_title')} full>
      <div className="grid justify-items-center gap-4 py-6 text-center">
        <img src={wavingSack} alt="" width={160} height={160} className="size-40" />
        <p role="status" className="flex min-h-12 items-center gap-3 text-ink-2">
          {outcome === 'waiting' && <span className="stitched-ring" aria-hidden />}
          {t(status[outcome])}
        </p>
        <Button wide onClick={relaunch}>
          {t('app.open')}
        </Button>
        {launch.store !== null && (
          <a href={launch.store} className={buttonClass('secondary', 'regular', true)}>
            {t('app.get')}
          </a>
        )}
        <Button kind="quiet" onClick={stay}>
          {t('app.stay')}
        </Button>
        {deferredPath !== null && outcome !== 'waiting' && (
          <p className="text-sm text-ink-2">
            {t('app.installed')}{' '}
            <a href={deferredPath} className="inline-flex min-h-11 items-center text-action-strong underline">
              {t('app.continue')}
            </a>
          </p>
        )}
      </div>
    </Overlay>
  );
}

/** Renders nothing inside an app's web view, and where no app can be opened. */
export function OpenInApp() {
  const inApp = useAppView();
  const queries = useQueryClient();
  const lang = useLang();
  const go = useGo();
  const { search } = useLocation();
  const [preparedLaunch, setPreparedLaunch] = useState<PreparedLaunch | null>(null);
  const [startedLaunch, setStartedLaunch] = useState<PreparedLaunch | null>(null);
  useEffect(() => {
    if (inApp) return;
    const { href } = window.location;
    let isLeft = false;
    const show = (launch: PreparedLaunch | null) => {
      if (launch === null || isLeft || window.location.href !== href) return;
      setPreparedLaunch(launch);
      // Removes the flag from the URL, so that a reload does not try again.
      if (hasDeepLinkFlag()) go(launch.path, { replace: true, preventScrollReset: true });
    };
    const cancel = whenHydrated(() => {
      // If the settings cannot be loaded, the page stays as it is.
      prepareLaunch(queries, lang).then(show, () => {});
    });
    return () => {
      isLeft = true;
      cancel();
    };
  }, [inApp, queries, lang, go]);
  // Opens the sheet after the flag has left the URL, because the sheet adds a history entry with the current URL.
  const isFlagged = new URLSearchParams(search).get('deeplink') === '1';
  useEffect(() => {
    if (!isFlagged) setStartedLaunch(preparedLaunch);
  }, [isFlagged, preparedLaunch]);
  return startedLaunch !== null && <LaunchSheet preparedLaunch={startedLaunch} />;
}
