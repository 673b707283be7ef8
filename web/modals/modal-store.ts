/** The global modal manager (docs/spec.md §2 "Modal views"): one view at a time, whoever asks for it. */
import { create } from 'zustand';
import type { ModalView, ModalViews } from './modal-data.ts';

export type ModalOptions = {
  onConfirm?: () => void;
  onCancel?: () => void;
  /** docs/spec.md §2: "a close-on-outside-click flag (default true)". */
  closeOnOutside?: boolean;
};

type OpenModal = { [View in ModalView]: { view: View; data: ModalViews[View] } }[ModalView] & ModalOptions;

export const useModal = create<{ current: OpenModal | null }>(() => ({ current: null }));

/** Opens a view in place of whatever is open: `openModal('SIMILAR_PRODUCTS', { slug })`. */
export function openModal<View extends ModalView>(
  view: View,
  data: ModalViews[View],
  options: ModalOptions = {},
): void {
  // The pair is right by the parameters' types; a union cannot follow a type parameter.
  useModal.setState({ current: { view, data, ...options } as OpenModal });
}

/** Closes and tells whoever opened it that the shopper agreed. */
export function confirmModal(): void {
  const { current } = useModal.getState();
  useModal.setState({ current: null });
  current?.onConfirm?.();
}

/** A link in the view leads on: that it closes then is no giving up. */
export function followLinkFromModal(): void {
  const { current } = useModal.getState();
  if (current !== null) useModal.setState({ current: { ...current, onCancel: undefined } });
}

/** Closes without agreeing. */
export function closeModal(): void {
  const { current } = useModal.getState();
  useModal.setState({ current: null });
  current?.onCancel?.();
}
