/** Shows email and phone of the profile: whether each is proven, and the buttons that verify or change it by a code. */
import { formatPhone } from '@shop/core/identity/phone';
import { useT } from '../i18n/MessagesProvider.tsx';
import { openModal } from '../modals/modal-store.ts';
import { Button } from '../ui/Button.tsx';
import { Badge } from '../ui/Chip.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import type { Me } from './me.ts';

type ContactRowProps = {
  label: string;
  value: string | null;
  verified: boolean;
  onVerify: () => void;
  onChange: () => void;
};

function ContactRow({ label, value, verified, onVerify, onChange }: ContactRowProps) {
  const t = useT();
  const action = value === null ? t('account.add') : t('account.change');
  return (
    <li className="flex items-center justify-between gap-x-4 border-t border-line pt-3 first:border-0 first:pt-0">
      <div className="min-w-0">
        <p className="text-sm text-ink-3">{label}</p>
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          <bdi className="break-all">{value ?? t('account.none')}</bdi>
          {value !== null && (
            <Badge look={verified ? 'leaf' : 'quiet'}>
              {verified && <Icon name="check" className="size-3.5" />}
              {t(verified ? 'account.verified' : 'account.unverified')}
            </Badge>
          )}
        </p>
      </div>
      <div className="flex shrink-0 flex-col gap-2 sm:flex-row">
        {value !== null && !verified && (
          <Button
            size="compact"
            aria-haspopup="dialog"
            aria-label={t('account.change_named', { action: t('account.verify'), what: label })}
            onClick={onVerify}
          >
            {t('account.verify')}
          </Button>
        )}
        <Button
          kind="secondary"
          size="compact"
          aria-haspopup="dialog"
          aria-label={t('account.change_named', { action, what: label })}
          onClick={onChange}
        >
          {action}
        </Button>
      </div>
    </li>
  );
}

export function ContactRows({ me }: { me: Me }) {
  const t = useT();
  const purpose = 'profile';
  return (
    <ul className="grid gap-3">
      <ContactRow
        label={t('account.email')}
        value={me.email}
        verified={me.email_verified}
        onVerify={() => openModal('VERIFY_EMAIL', { contact: me.email, purpose })}
        onChange={() => openModal('VERIFY_EMAIL', { contact: null, purpose })}
      />
      <ContactRow
        label={t('account.phone')}
        value={me.phone === null ? null : formatPhone(me.phone)}
        verified={me.phone_verified}
        onVerify={() => openModal('VERIFY_PHONE', { contact: me.phone, purpose })}
        onChange={() => openModal('PHONE_NUMBER', { contact: null, purpose })}
      />
    </ul>
  );
}
