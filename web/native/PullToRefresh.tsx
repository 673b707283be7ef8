/** Pull to refresh: at the top of a page, a pull with one finger refetches the page's data. */

import { ApiError } from '@shop/contract/api/api-error';
import { ROUTES } from '@shop/core/links/paths';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useT } from '../i18n/MessagesProvider.tsx';
import { classNames } from '../ui/class-names.ts';
import { isShopReached } from '../ui/connection.ts';
import { Icon } from '../ui/icons/Icon.tsx';
import { toast } from '../ui/toasts/toast.ts';

/** Distance in CSS pixels after which the finger's direction is evaluated. */
const SLOP_PX = 10;
/** Minimum ratio of a pull's vertical to horizontal distance, so that swiping a carousel does not refresh the page. */
const MIN_STEEPNESS = 1.5;
/** The indicator follows the finger at half its speed. */
const RESISTANCE = 0.5;
/** Releasing at this distance or farther refreshes. */
const REFRESH_PX = 64;
const MAX_PULL_PX = 96;

const REFRESHED_TOAST_MS = 1_500;

/** Returns whether an element reacts to a dragging finger itself, as a scroller, a map or a slider does. */
function handlesDragging(element: Element): boolean {
  if (element instanceof HTMLInputElement && element.type === 'range') return true;
  const { overflowY, touchAction } = getComputedStyle(element);
  return touchAction === 'none' || (/auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight);
}

/**
 * Returns whether a touch may pull the page: at its top, outside dialogs and scrolling elements, not in the checkout.
 */
function mayPull({ touches, target }: TouchEvent): boolean {
  if (touches.length !== 1 || window.scrollY > 0 || window.location.pathname === ROUTES.checkout) return false;
  if (document.querySelector('dialog:modal') !== null) return false;
  for (
    let element = target instanceof Element ? target : null;
    element !== null && element !== document.body;
    element = element.parentElement
  ) {
    if (handlesDragging(element)) return false;
  }
  return true;
}

type Pull = {
  /** Where the touch began, in CSS pixels. */
  x: number;
  y: number;
  /** The indicator's distance; null until the finger has moved `SLOP_PX`. */
  distance: number | null;
};

/**
 * Follows pulls. Calls `onPull` with the indicator's distance, null after the pull; calls `onRefresh` after a full
 * pull.
 */
function usePull({ onPull, onRefresh }: { onPull(distance: number | null): void; onRefresh(): void }): void {
  const newest = useRef({ onPull, onRefresh });
  newest.current = { onPull, onRefresh };
  useEffect(() => {
    let pull: Pull | null = null;
    const endPull = () => {
      if (pull?.distance != null) newest.current.onPull(null);
      pull = null;
    };
    const startPull = (event: TouchEvent) => {
      endPull();
      const [touch] = event.touches;
      if (touch !== undefined && mayPull(event)) pull = { x: touch.clientX, y: touch.clientY, distance: null };
    };
    const followFinger = ({ touches }: TouchEvent) => {
      const [touch] = touches;
      if (pull === null || touch === undefined) return;
      if (touches.length > 1 || window.scrollY > 0) return endPull();
      const [right, down] = [Math.abs(touch.clientX - pull.x), touch.clientY - pull.y];
      if (pull.distance === null) {
        if (Math.max(right, Math.abs(down)) < SLOP_PX) return;
        if (down < right * MIN_STEEPNESS) return endPull();
      }
      pull.distance = Math.min(Math.max(0, down - SLOP_PX) * RESISTANCE, MAX_PULL_PX);
      newest.current.onPull(pull.distance);
    };
    const releasePull = () => {
      const isFull = pull?.distance != null && pull.distance >= REFRESH_PX;
      endPull();
      if (isFull) newest.current.onRefresh();
    };
    const passive = { passive: true };
    window.addEventListener('touchstart', startPull, passive);
    window.addEventListener('touchmove', followFinger, passive);
    window.addEventListener('touchend', releasePull, passive);
    window.addEventListener('touchcancel', endPull, passive);
    // Turns off the web view's own overscroll effect.
    document.documentElement.style.overscrollBehaviorY = 'none';
    return () => {
      window.removeEventListener('touchstart', startPull);
      window.removeEventListener('touchmove', followFinger);
      window.removeEventListener('touchend', releasePull);
      window.removeEventListener('touchcancel', endPull);
      document.documentElement.style.overscrollBehaviorY = '';
    };
  }, []);
}

/** Refetches the page's queries. Returns whether the shop responded to all of them. */
async function refetchPage(queries: QueryClient): Promise<boolean> {
  const active = { type: 'active' } as const;
  await queries.refetchQueries(active);
  const isFailed = ({ state: { error } }: { state: { error: Error | null } }) =>
    error instanceof ApiError && (error.status === 0 || error.status >= 500);
  return isShopReached() && !queries.getQueryCache().findAll(active).some(isFailed);
}

/** Moves the indicator with the finger; with reduced motion it stays in place and becomes visible. */
function placeIndicator(indicator: RefObject<HTMLElement | null>, distance: number | null): void {
  const { style } = indicator.current ?? {};
  if (style === undefined) return;
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  style.translate = distance === null || isStill ? '' : `0 ${distance - REFRESH_PX}px`;
  style.opacity = distance === null ? '' : String(Math.min(1, distance / REFRESH_PX));
}

export function PullToRefresh() {
  const t = useT();
  const queries = useQueryClient();
  const indicator = useRef<HTMLSpanElement>(null);
  const [state, setState] = useState<'idle' | 'pulled' | 'full' | 'refreshing'>('idle');
  const isRefreshing = state === 'refreshing';
  usePull({
    onPull(distance) {
      if (isRefreshing) return;
      placeIndicator(indicator, distance);
      setState(distance === null ? 'idle' : distance < REFRESH_PX ? 'pulled' : 'full');
    },
    onRefresh() {
      if (isRefreshing) return;
      setState('refreshing');
      void refetchPage(queries).then((isDone) => {
        setState('idle');
        if (isDone) toast(t('native.refreshed'), { kind: 'success', duration: REFRESHED_TOAST_MS });
        else toast(t('native.refresh_failed'), { kind: 'error' });
      });
    },
  });
  return (
    <div
      role="status"
      className="no-print pointer-events-none fixed inset-x-0 top-[calc(env(safe-area-inset-top)+0.75rem)] z-(--z-toast) flex justify-center"
    >
      <span
        ref={indicator}
        className={classNames(
          'flex min-h-11 items-center gap-2 rounded-pill border border-line bg-surface px-4 text-sm font-semibold text-action-strong shadow-2',
          state === 'idle' && 'invisible',
        )}
      >
        {state === 'pulled' && <Icon name="caret-down" className="size-5" />}
        {(state === 'full' || isRefreshing) && <span className="stitched-ring" aria-hidden />}
        {isRefreshing && t('native.refreshing')}
      </span>
    </div>
  );
}
