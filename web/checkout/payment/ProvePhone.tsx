/**
 * Modal "confirm your phone number": verifies the phone of a cash-on-delivery order by a code, then places the order.
 */
import { useT } from '../../i18n/MessagesProvider.tsx';
import { ContactCode } from '../../identity/contacts/ContactCode.tsx';
import type { ProvePhoneData } from '../../modals/modal-data.ts';
import { confirmModal } from '../../modals/modal-store.ts';

export function ProvePhone({ data: { contact, onProven } }: { data: ProvePhoneData }) {
  const t = useT();
  return (
    <div className="grid gap-4">
      <p>{t('checkout.prove_text')}</p>
      <ContactCode
        kind="phone"
        contact={contact}
        purpose="order"
        onVerified={({ proof }) => {
          if (proof !== null) onProven(proof);
          confirmModal();
        }}
      />
    </div>
  );
}
