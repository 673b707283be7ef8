/**
 * The modal views "verify email", "verify phone" and "phone number" (docs/spec.md §2): verify a contact and add it to
 * the account.
 */
import { useQueryClient } from '@tanstack/react-query';
import { tokenScope } from '../../api/tokens.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import type { PhoneNumberData, VerifyContactData } from '../../modals/modal-data.ts';
import { closeModal, confirmModal, openModal, useModal } from '../../modals/modal-store.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toasts/toast.ts';
import { meQuery } from '../signed-in-customer.tsx';
import { ContactCode, type ContactKind, type VerifiedContact } from './ContactCode.tsx';

type VerifyContactProps = { kind: ContactKind; data: VerifyContactData & { suggested?: string } };

function VerifyContact({ kind, data }: VerifyContactProps) {
  const t = useT();
  const lang = useLang();
  const queries = useQueryClient();

  function applyVerification({ me, merge_needed }: VerifiedContact, contact: string): void {
    if (me !== null) {
      void queries.invalidateQueries({ queryKey: ['identity.me'], refetchType: 'none' });
      queries.setQueryData(meQuery(lang, tokenScope()).queryKey, { me });
    }
    if (merge_needed) {
      const { onConfirm, onCancel } = useModal.getState().current ?? {};
      openModal('VERIFY_ACCOUNT', { contact }, { onConfirm, onCancel, closeOnOutside: false });
      return;
    }
    toast(t('identity.verified'), { kind: 'success' });
    confirmModal();
  }
  return <ContactCode kind={kind} {...data} onVerified={applyVerification} />;
}

export const VerifyEmail = ({ data }: { data: VerifyContactData }) => <VerifyContact kind="email" data={data} />;
export const VerifyPhone = ({ data }: { data: VerifyContactData }) => <VerifyContact kind="phone" data={data} />;

/** Adds or changes a phone number; with a `reason` it shows the reason and a button to postpone it. */
export function PhoneNumber({ data: { reason, onLater, ...data } }: { data: PhoneNumberData }) {
  const t = useT();
  if (reason === undefined) return <VerifyPhone data={data} />;
  return (
    <div className="grid gap-4">
      <p>{t(reason)}</p>
      <VerifyContact kind="phone" data={data} />
      <Button
        kind="quiet"
        onClick={() => {
          closeModal();
          onLater?.();
        }}
      >
        {t('identity.verify_later')}
      </Button>
    </div>
  );
}
