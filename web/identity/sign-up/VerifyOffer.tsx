/** Offers to verify the contact after signing up. */

import type { Customer } from '@shop/contract/identity';
import { formatPhone } from '@shop/core/identity/phone';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { WelcomeGifts } from '../../loyalty/WelcomeGifts.tsx';
import { openModal } from '../../modals/modal-store.ts';
import { Button } from '../../ui/Button.tsx';
import type { ContactKind } from '../contacts/ContactCode.tsx';

type VerifyOfferProps = {
  me: Customer;
  contactKind: ContactKind;
  /** The guest's order that the account takes over. */
  order?: string;
  /** Whether the account was created with a friend's code. */
  isReferred?: boolean;
  onDone: () => void;
};

export function VerifyOffer({ me, contactKind, order, isReferred = false, onDone }: VerifyOfferProps) {
  const t = useT();
  const contact = (contactKind === 'email' ? me.email : me.phone) ?? '';
  const view = contactKind === 'email' ? 'VERIFY_EMAIL' : 'VERIFY_PHONE';
  const [isVerified, setVerified] = useState(false);
  // Waits until the view has removed its history entry, which would undo this navigation.
  const hasOverlay: boolean = useLocation().state?.overlay !== undefined;
  const newestOnDone = useRef(onDone);
  newestOnDone.current = onDone;
  useEffect(() => {
    if (isVerified && !hasOverlay) newestOnDone.current();
  }, [isVerified, hasOverlay]);
  return (
    <>
      {order === undefined && <WelcomeGifts isReferred={isReferred} />}
      <p>
        {order === undefined
          ? t('identity.verify_offer', { contact: formatPhone(contact) })
          : t('identity.complete_verify', { contact, number: order })}
      </p>
      <Button
        wide
        onClick={() => {
          const onConfirm = () => setVerified(true);
          openModal(view, { contact, purpose: 'register' }, { onConfirm, closeOnOutside: false });
        }}
      >
        {t(contactKind === 'email' ? 'identity.verify_email' : 'identity.verify_phone')}
      </Button>
      <Button kind="quiet" onClick={onDone}>
        {t('identity.verify_later')}
      </Button>
    </>
  );
}
