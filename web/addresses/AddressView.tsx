/** The modal view "address view/edit" (docs/spec.md §2). */
import { closeModal, confirmModal } from '../modals/modal-store.ts';
import { AddressEditor } from './AddressEditor.tsx';
import type { AddressForm } from './address-form.ts';
import type { SavedAddressAnswer } from './address-queries.ts';

export type AddressViewData = {
  /** Null for a new one. */
  address: SavedAddressAnswer | null;
  start?: Partial<AddressForm>;
};

export function AddressView({ data: { address, start } }: { data: AddressViewData }) {
  return <AddressEditor address={address} start={start} onSaved={confirmModal} onCancel={closeModal} />;
}
