/**
 * Modal view that deletes the account (docs/spec.md §2 "delete account"; docs/ux.md#5): offers an export, requires a
 * typed word, and verifies the customer by password or code. Open orders block the deletion: they are listed in place
 * of the form.
 */

import { ApiError } from '@shop/contract/api/api-error';
import type { OpenOrdersRefusal } from '@shop/contract/identity';
import { formatPhone } from '@shop/core/identity/phone';
import { logoutPath, orderPath } from '@shop/core/links/paths';
import { OPEN_ORDER_STATUSES } from '@shop/core/orders/status';
import type { RefusalCode } from '@shop/core/refusal';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../api/api.ts';
import { langQuery, personalQuery } from '../api/query-client.ts';
import { useTokenScope } from '../api/tokens.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { ResendCode } from '../identity/contacts/CodeForm.tsx';
import { requestCode } from '../identity/contacts/request-code.ts';
import { LangLink, useGo } from '../links.tsx';
import { formatCount } from '../loyalty/amount-text.ts';
import { useLoyalty } from '../loyalty/use-loyalty.ts';
import type { DeleteAccountData } from '../modals/modal-data.ts';
import { closeModal } from '../modals/modal-store.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/forms/Field.tsx';
import { Form } from '../ui/forms/Form.tsx';
import { FormError } from '../ui/forms/FormError.tsx';
import { requiredAsTyped } from '../ui/forms/form-table.ts';
import { TextInput } from '../ui/forms/TextInput.tsx';
import { useFailureText } from '../ui/forms/use-failure-text.ts';
import { useForm } from '../ui/forms/use-form.ts';
import { Icon } from '../ui/icons/Icon.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { ExportButton } from './ExportButton.tsx';
import type { Me } from './me.ts';

/** The words to type; both are accepted in both languages (docs/ux.md#5: "types DELETE / 删除"). */
const CONFIRMATION_WORDS = ['delete', '删除'];

const isConfirmationWord = (typed: string): boolean => CONFIRMATION_WORDS.includes(typed.trim().toLowerCase());

const SECRET_REFUSALS: ReadonlySet<string> = new Set<RefusalCode>(['password.wrong', 'code.invalid']);

/**
 * Returns the contact that gets a confirmation code (the proven phone, else the email), and `send`, which sends the
 * code and returns the seconds until the next one.
 */
function useConfirmationCode(me: Me): { contact: string; send: () => Promise<number> } {
  const query = langQuery(useLang());
  const phone = me.phone_verified ? me.phone : null;
  const contact = phone ?? me.email ?? '';
  const purpose = 'account';
  const send = async () => {
    const { resend_in } = await (phone === null
      ? api('identity.sendEmailCode', { body: { email: contact, purpose }, query })
      : api('identity.sendPhoneCode', { body: { contact_number: contact, purpose }, query }));
    return resend_in;
  };
  return { contact, send: () => requestCode(purpose, send, (resend_in) => resend_in) };
}

type ConfirmationCodeProps = { me: Me; onSent: () => void; onFailure: (error: ApiError) => void };

/** Requests a code and shows its recipient and when the next one is available. */
function ConfirmationCode({ me, onSent, onFailure }: ConfirmationCodeProps) {
  const t = useT();
  const { contact, send } = useConfirmationCode(me);
  const [resendIn, setResendIn] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);

  async function requestFirstCode(): Promise<void> {
    setBusy(true);
    try {
      setResendIn(await send());
      onSent();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      onFailure(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className="grid gap-1">
      <p role="status" className="text-ink-2 empty:hidden">
        {resendIn !== null && t('account.removal_code_sent', { contact: formatPhone(contact) })}
      </p>
      {resendIn === null ? (
        <Button kind="secondary" busy={busy} className="sm:w-fit" onClick={() => void requestFirstCode()}>
          {t('account.removal_send_code')}
        </Button>
      ) : (
        <ResendCode seconds={resendIn} onResend={send} />
      )}
    </div>
  );
}

/** Reads the open orders from a refusal of the deletion; none from any other error. */
const readOpenOrders = ({ code, body }: ApiError): OpenOrdersRefusal['orders'] =>
  code === 'account.open_orders' ? (body as OpenOrdersRefusal).orders : [];

function OpenOrdersNotice({ orders }: { orders: OpenOrdersRefusal['orders'] }) {
  const t = useT();
  return (
    <div className="grid gap-2 rounded-md border-2 border-danger bg-danger-50 p-4">
      <p className="flex items-start gap-2 font-semibold">
        <Icon name="warning-circle" className="mt-0.5 size-5 shrink-0 text-danger" />
        {t('account.removal_open')}
      </p>
      <ul className="ps-7">
        {orders.map((order) => (
          <li key={order.id}>
            <LangLink
              to={orderPath(order)}
              className="inline-flex min-h-11 items-center font-semibold text-action-strong underline underline-offset-4"
            >
              {t('account.removal_order', { number: order.order_number })}
            </LangLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

function RemovalForm({ me }: { me: Me }) {
  const t = useT();
  const lang = useLang();
  const failureText = useFailureText();
  const go = useGo();
  const loyalty = useLoyalty();
  const secretInput = useRef<HTMLInputElement>(null);
  const [openOrders, setOpenOrders] = useState<OpenOrdersRefusal['orders']>([]);
  const form = useForm({
    name: 'removal',
    fields: {
      word: {
        start: '',
        check: (value: string) =>
          isConfirmationWord(value)
            ? null
            : { text: t('account.removal_mistyped', { word: t('account.removal_word') }) },
      },
      secret: {
        start: '',
        check: requiredAsTyped(me.has_password ? 'account.password_required' : 'account.removal_code_required'),
      },
    },
    shows: 'submitted',
    leadsTo: 'nowhere',
    async send({ secret }) {
      setOpenOrders([]);
      await api('identity.remove', {
        body: me.has_password ? { password: secret } : { code: secret },
        query: langQuery(lang),
      });
      // The logout page clears the session and confirms the deletion.
      go(logoutPath({ removed: true }));
    },
    onFailure(error, usual) {
      const orders = readOpenOrders(error);
      setOpenOrders(orders);
      if (SECRET_REFUSALS.has(error.code)) form.refuse({ secret: [error.message] });
      return SECRET_REFUSALS.has(error.code) || orders.length > 0 ? '' : usual;
    },
  });
  const secret = form.input('secret');

  const { store_credit, point } = me.wallets;
  const losses = [
    ...(store_credit > 0 ? [t('loyalty.coins_count', { count: formatCount(store_credit) })] : []),
    ...(point > 0 ? [t('loyalty.points_count', { count: formatCount(point) })] : []),
    t('loyalty.removal_vouchers'),
  ];

  return (
    <Form form={form} className="grid gap-5">
      <p className="text-ink-2">{t('account.removal_text')}</p>
      {loyalty !== null && (
        <p className="font-semibold text-danger">
          {t('loyalty.removal', { losses: new Intl.ListFormat(lang).format(losses) })}
        </p>
      )}
      <div className="grid gap-2 rounded-lg bg-sunken p-4">
        <p>{t('account.removal_first')}</p>
        <ExportButton />
      </div>
      <Field
        label={t('account.removal_type', { word: t('account.removal_word') })}
        {...form.field('word')}
        valid={isConfirmationWord(form.values.word)}
      >
        <TextInput
          {...form.input('word')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
        />
      </Field>
      {!me.has_password && (
        <ConfirmationCode
          me={me}
          onSent={() => secretInput.current?.focus()}
          onFailure={(error) => form.setFailure(failureText(error))}
        />
      )}
      <Field label={t(me.has_password ? 'account.current_password' : 'account.removal_code')} {...form.field('secret')}>
        <TextInput
          {...secret}
          ref={secretInput}
          type={me.has_password ? 'password' : 'text'}
          inputMode={me.has_password ? undefined : 'numeric'}
          autoComplete={me.has_password ? 'current-password' : 'one-time-code'}
          maxLength={me.has_password ? 1000 : 20}
          onChange={(event) => {
            secret.onChange(event);
            form.setFailure('');
            setOpenOrders([]);
          }}
        />
      </Field>
      <FormError text={form.failure} />
      <div role="alert" className="empty:hidden">
        {openOrders.length > 0 && <OpenOrdersNotice orders={openOrders} />}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" kind="danger" busy={form.busy}>
          {t('account.removal_button')}
        </Button>
        <Button kind="secondary" onClick={closeModal}>
          {t('account.cancel')}
        </Button>
      </div>
    </Form>
  );
}

/** Queries the orders that are still to be delivered or refunded, with which the server refuses the deletion. */
function useOpenOrders(): OpenOrdersRefusal['orders'] | undefined {
  const scope = useTokenScope();
  const query = {
    search: `status:${OPEN_ORDER_STATUSES.join()};payment_status:refund_due`,
    searchFields: 'status:in',
    searchJoin: 'or' as const,
    limit: '100',
  };
  const { data, isError } = useQuery({
    ...personalQuery('orders.list', useLang(), { query }, scope, 0),
    // After the deletion the customer is signed out while the dialog is still closing.
    enabled: scope !== 'guest',
  });
  return isError ? [] : data?.data;
}

export function DeleteAccount({ data: { me } }: { data: DeleteAccountData }) {
  const t = useT();
  const openOrders = useOpenOrders();
  if (openOrders === undefined) return <Skeleton className="h-48 rounded-lg" />;
  if (openOrders.length === 0) return <RemovalForm me={me} />;
  return (
    <div className="grid gap-5">
      <OpenOrdersNotice orders={openOrders} />
      <div className="grid gap-2 rounded-lg bg-sunken p-4">
        <p>{t('account.removal_first')}</p>
        <ExportButton />
      </div>
      <Button kind="secondary" className="sm:w-fit" onClick={closeModal}>
        {t('ui.close')}
      </Button>
    </div>
  );
}
