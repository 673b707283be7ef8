/** Modal "confirm your phone number": a code proves the phone of an order that is paid on delivery, then it is placed. */
import { useT } from '../i18n/MessagesProvider.tsx';
import { ContactCode } from '../identity/ContactCode.tsx';
import type { ProvePhoneData } from '../modals/modal-data.ts';
import { confirmModal } from '../modals/modal-store.ts';

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
