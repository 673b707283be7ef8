/** Global modal manager (docs/spec.md §2 "Modal views"): one view at a time. */
import { create } from 'zustand';
import type { PlainKey } from '../i18n/MessagesProvider.tsx';
import type { ModalView, ModalViews } from './modal-data.ts';

export type ModalOptions = {
  onConfirm?: () => void;
  onCancel?: () => void;
  /** docs/spec.md §2: "a close-on-outside-click flag (default true)". */
  closeOnOutside?: boolean;
};

type OpenModal = { [View in ModalView]: { view: View; data: ModalViews[View] } }[ModalView] & ModalOptions;

/** `title` replaces the title of the view, for a view with several steps. */
export const useModal = create<{ current: OpenModal | null; title: PlainKey | null }>(() => ({
  current: null,
  title: null,
}));

/** Changes the title of the open view. */
export const setModalTitle = (title: PlainKey): void => useModal.setState({ title });

/** Opens a view; it replaces the open one: `openModal('SIMILAR_PRODUCTS', { slug })`. */
export function openModal<View extends ModalView>(
  view: View,
  data: ModalViews[View],
  options: ModalOptions = {},
): void {
  // The parameters' types tie `data` to `view`; TypeScript cannot infer the union's member from a type parameter.
  useModal.setState({ current: { view, data, ...options } as OpenModal, title: null });
}

/** Closes the view and notifies its opener that it was confirmed. */
export function confirmModal(): void {
  const { current } = useModal.getState();
  useModal.setState({ current: null });
  current?.onConfirm?.();
}

/** Marks that a link in the view is being followed, so that closing the view does not count as cancelling. */
export function followLinkFromModal(): void {
  const { current } = useModal.getState();
  if (current !== null) useModal.setState({ current: { ...current, onCancel: undefined } });
}

/** Closes the view as cancelled. */
export function closeModal(): void {
  const { current } = useModal.getState();
  useModal.setState({ current: null });
  current?.onCancel?.();
}
