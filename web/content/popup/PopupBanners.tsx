/**
 * Opens a popup banner, at most once a session and once a day, when it does not disturb the shopper (`mayOpenPopup`).
 * Checks every second, because no event reports that the shopper has stopped typing or closed a dialog.
 */
import type { Banner } from '@shop/contract/content';
import { closePopup, mayOpenPopup, type PopupRecord, pickPopup } from '@shop/core/content/popups';
import { dayOf } from '@shop/core/time';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as v from 'valibot';
import { useTokenScope } from '../../api/tokens.ts';
import { useLang } from '../../i18n/MessagesProvider.tsx';
import { openModal } from '../../modals/modal-store.ts';
import { dataKey, tabKey } from '../../storage.ts';
import { filterBanners, useBannerAudience } from '../banners/banner-audience.ts';
import { bannersQuery } from '../content-queries.ts';
import { lastInput } from './popup-time.ts';

const CHECK_INTERVAL_MS = 1_000;

const storedPopups = dataKey<PopupRecord>('popups', 1, v.object({ day: v.string(), closed: v.array(v.string()) }));
/** Set once a popup was opened in this tab. */
const popupMark = tabKey('popup_shown');

const FIELD_SELECTOR = 'input, textarea, select, [contenteditable]';

const hasTypedText = (field: Element) =>
  (field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.matches(TEXT_FIELD_SELECTOR))) &&
  field.value !== '';

const TEXT_FIELD_SELECTOR = '[type=text], [type=search], [type=email], [type=tel], [type=password], :not([type])';

const readMoment = () => ({
  pathname: window.location.pathname,
  isBusy:
    document.visibilityState !== 'visible' ||
    document.querySelector('dialog[open]') !== null ||
    document.activeElement?.matches(`${FIELD_SELECTOR}, body :focus-visible`) === true,
  hasTypedText: [...document.querySelectorAll('form input, form textarea')].some(hasTypedText),
  isByPointer: lastInput.isByPointer,
  restMs: Date.now() - lastInput.at,
});

/** Loads the picture that the popup shows; false if it cannot be loaded. */
async function loadPicture({ phone }: Banner): Promise<boolean> {
  const image = new Image();
  image.src = phone.thumbnail;
  try {
    await image.decode();
    return true;
  } catch {
    return false;
  }
}

function openPopup(banner: Banner): void {
  const day = dayOf(new Date());
  const record = { day, closed: storedPopups.read()?.closed ?? [] };
  storedPopups.write(record);
  popupMark.write('1');
  const close = () => storedPopups.write(closePopup(storedPopups.read() ?? record, banner.slug));
  openModal('POPUP_BANNER', { banner }, { onConfirm: close, onCancel: close });
}

/**
 * Returns the banner to open now; undefined if one was shown in this tab or today, or if it would disturb the shopper.
 */
function findPopup(banners: readonly Banner[]): Banner | undefined {
  if (popupMark.read() !== null || !mayOpenPopup(readMoment())) return undefined;
  return pickPopup(banners, storedPopups.read(), dayOf(new Date()));
}

async function openIfReady(banners: readonly Banner[]): Promise<void> {
  const banner = findPopup(banners);
  // The shopper may have begun something else while the picture was loading.
  if (banner !== undefined && (await loadPicture(banner)) && findPopup(banners) === banner) openPopup(banner);
}

export function PopupBanners() {
  const audience = useBannerAudience();
  const scope = useTokenScope();
  const { data } = useQuery({ ...bannersQuery(useLang(), 'popup'), enabled: popupMark.read() === null });
  const isViewerKnown = scope === 'guest' || audience.viewer !== null;
  const banners = data === undefined || !isViewerKnown ? [] : filterBanners(data.data, 'popup', audience);
  const slugs = banners.map(({ slug }) => slug).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `slugs` identifies the banners
  useEffect(() => {
    if (slugs === '') return;
    void openIfReady(banners);
    const timer = setInterval(() => void openIfReady(banners), CHECK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [slugs]);
  return null;
}
