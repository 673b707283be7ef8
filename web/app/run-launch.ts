/** Runs a launch of the app in this browser (docs/readings.md#70). */
import {
  type AppLaunch,
  advanceLaunch,
  beginLaunch,
  IFRAME_MS,
  type LaunchInput,
  type LaunchState,
  OPEN_CHECK_MS,
  STORE_REDIRECT_MS,
} from '@shop/core/app/open-in-app';
import { linkFollowedAt } from './deep-link-flag.ts';

/** Opens a link of the app's scheme in a hidden iframe. */
function addFrame(url: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.src = url;
  document.body.append(frame);
  return frame;
}

/** Opens the app. Returns the iframe if the launch needs one, else null. */
function openApp({ form, url }: AppLaunch): HTMLIFrameElement | null {
  if (form === 'iframe') return addFrame(url);
  if (form === 'intent') {
    window.location.assign(url);
  } else {
    linkFollowedAt.write(String(Date.now()));
    // Replaces the history entry: a browser that does not pass the link to the app shows the same page, which needs no
    // second entry.
    window.location.replace(url);
  }
  return null;
}

/**
 * Opens the app, unless an earlier document did (`begunAt`, in ms), and goes to the store's listing if it does not open.
 * Calls `onOutcome` with each change. Returns a function that stops the launch.
 */
export function runLaunch(
  launch: AppLaunch,
  begunAt: number | null,
  onOutcome: (outcome: LaunchState['outcome']) => void,
): () => void {
  const start = begunAt ?? Date.now();
  let state = beginLaunch(launch);
  const frame = begunAt === null ? openApp(launch) : null;

  const advance = (input: LaunchInput) => {
    const step = advanceLaunch(state, input);
    if (step.state.outcome !== state.outcome) onOutcome(step.state.outcome);
    state = step.state;
    for (const action of step.actions) {
      if (action.do === 'remove-iframe') frame?.remove();
      if (action.do === 'open-store') window.location.assign(action.url);
    }
  };
  const hide = () => {
    if (document.visibilityState === 'hidden') advance('hidden');
  };
  const blur = () => advance('blurred');
  const leave = () => advance('pagehide');
  document.addEventListener('visibilitychange', hide);
  window.addEventListener('blur', blur);
  window.addEventListener('pagehide', leave);

  const elapsed = () => Date.now() - start;
  const timers = [IFRAME_MS, STORE_REDIRECT_MS, OPEN_CHECK_MS].map((ms) =>
    setTimeout(() => {
      // Timers can fire a little early.
      advance({ elapsed: Math.max(ms, elapsed()) });
      // The link did not replace this document, so no other document continues the launch.
      if (ms === OPEN_CHECK_MS) linkFollowedAt.remove();
    }, ms - elapsed()),
  );
  return () => {
    for (const timer of timers) clearTimeout(timer);
    document.removeEventListener('visibilitychange', hide);
    window.removeEventListener('blur', blur);
    window.removeEventListener('pagehide', leave);
    frame?.remove();
    linkFollowedAt.remove();
  };
}
