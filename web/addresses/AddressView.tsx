/** The modal view "address view/edit" (docs/spec.md §2). */
import type { AddressViewData } from '../modals/modal-data.ts';
import { closeModal, confirmModal } from '../modals/modal-store.ts';
import { AddressEditor } from './AddressEditor.tsx';

export function AddressView({ data: { address, start } }: { data: AddressViewData }) {
  return <AddressEditor address={address} start={start} onSaved={confirmModal} onCancel={closeModal} />;
}
