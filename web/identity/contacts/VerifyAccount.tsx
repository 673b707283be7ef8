/** The modal view "verify account" (docs/spec.md §2): merges another record of the shopper that owns the contact. */

import { ApiError } from '@shop/contract/api/api-error';
import { formatPhone } from '@shop/core/identity/phone';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { langQuery } from '../../api/query-client.ts';
import { tokenScope } from '../../api/tokens.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { closeModal, confirmModal } from '../../modals/modal-store.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { useFailureText } from '../../ui/forms/use-failure-text.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { toast } from '../../ui/toasts/toast.ts';
import { meQuery } from '../signed-in-customer.tsx';
import { CodeForm, CodeSentText } from './CodeForm.tsx';
import { requestCode } from './request-code.ts';

const MERGED_DATA = [
  'identity.merge_part_orders',
  'identity.merge_part_wallets',
  'identity.merge_part_addresses',
  'identity.merge_part_favourites',
  'identity.merge_part_profile',
] as const;

/** Lists what will be merged, before the code is sent. */
function MergePreview({ contact }: { contact: string }) {
  const t = useT();
  return (
    <>
      <p>{t('identity.merge_text', { contact: formatPhone(contact) })}</p>
      <ul className="grid gap-2">
        {MERGED_DATA.map((text) => (
          <li key={text} className="flex items-start gap-2">
            <Icon name="check" className="mt-1 size-4 shrink-0 text-action" />
            {t(text)}
          </li>
        ))}
      </ul>
      <p className="flex items-start gap-2 rounded-lg bg-kunyit-50 p-4 font-semibold text-coin-ink">
        <Icon name="warning-circle" className="mt-0.5 size-5 shrink-0" />
        {t('identity.merge_for_good')}
      </p>
    </>
  );
}

export function VerifyAccount({ data: { contact } }: { data: { contact: string } }) {
  const t = useT();
  const lang = useLang();
  const query = langQuery(lang);
  const queries = useQueryClient();
  const formatFailure = useFailureText();
  const [resendIn, setResendIn] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');

  const sendCode = () =>
    requestCode(
      'merge',
      async () => (await api('identity.sendMergeCode', { query, body: { contact } })).resend_in,
      (resendIn) => resendIn,
    );

  async function sendFirstCode(): Promise<void> {
    setBusy(true);
    setFailure('');
    try {
      setResendIn(await sendCode());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(formatFailure(error));
    } finally {
      setBusy(false);
    }
  }

  async function mergeAccount(code: string): Promise<void> {
    const { me, orders } = await api('identity.mergeAccount', { query, body: { contact, code } });
    // Orders, addresses and the cart have changed.
    const scope = tokenScope();
    void queries.invalidateQueries({ predicate: ({ queryKey: [, , , owner] }) => owner === scope });
    queries.setQueryData(meQuery(lang, scope).queryKey, { me });
    toast(t('identity.merge_orders', { count: orders }), { kind: 'success' });
    confirmModal();
  }

  return (
    <div className="grid gap-4">
      {resendIn === null ? (
        <>
          <MergePreview contact={contact} />
          <FormError text={failure} />
          <Button wide busy={busy} onClick={() => void sendFirstCode()}>
            {t('identity.send_code')}
          </Button>
          <Button kind="quiet" onClick={closeModal}>
            {t('identity.verify_later')}
          </Button>
        </>
      ) : (
        <CodeForm
          name="code-merge"
          label={t('identity.code')}
          required="identity.code_required"
          action={t('identity.verify_account')}
          resendIn={resendIn}
          onResend={sendCode}
          onCode={mergeAccount}
        >
          <CodeSentText text={(marks) => t('identity.sent_email', marks)} contact={contact} />
        </CodeForm>
      )}
    </div>
  );
}
