/**
 * The modal views "verify email", "verify phone" and "phone number" (docs/spec.md §2): verify a contact and add it to
 * the account.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import type { VerifyContactData } from '../../modals/modal-data.ts';
import { confirmModal, openModal, useModal } from '../../modals/modal-store.ts';
import { tokenScope } from '../../tokens.ts';
import { toast } from '../../ui/toasts/toast.ts';
import { meQuery } from '../session.tsx';
import { ContactCode, type ContactKind, type Verified } from './ContactCode.tsx';

function VerifyContact({ kind, data }: { kind: ContactKind; data: VerifyContactData }) {
  const t = useT();
  const lang = useLang();
  const queries = useQueryClient();

  function verified({ me, merge_needed }: Verified, contact: string): void {
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
  return <ContactCode kind={kind} {...data} onVerified={verified} />;
}

export const VerifyEmail = ({ data }: { data: VerifyContactData }) => <VerifyContact kind="email" data={data} />;
export const VerifyPhone = ({ data }: { data: VerifyContactData }) => <VerifyContact kind="phone" data={data} />;
