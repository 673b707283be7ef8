/**
 * The modal view that removes an account (spec §2 "delete account"; ux.md 5): a copy is offered first, the word is typed,
 * and the password or a code proves who asks. Open orders stop it and are listed.
 */
import { phoneText } from '@shop/core/identity/phone';
import { accountPath } from '@shop/core/links/paths';
import { type FormEvent, useState } from 'react';
import { ApiError, api } from '../api.ts';
import { useLang, useT } from '../i18n/shop-words.tsx';
import { LangLink, useGo } from '../links.tsx';
import { closeModal } from '../modals/modal-store.ts';
import { langQuery } from '../query-client.ts';
import { forgetTokens } from '../session.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Icon } from '../ui/Icon.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { toast } from '../ui/toast.ts';
import { ExportButton } from './ExportButton.tsx';
import type { Me } from './use-account.ts';

export type DeleteAccountData = { me: Me };

/** ux.md 5: "types DELETE / 删除"; either is understood in both languages. */
const WORDS = ['delete', '删除'];

const isWord = (typed: string): boolean => WORDS.includes(typed.trim().toLowerCase());

/** Sends the code that stands in for a password: to the proven phone, else to the email. */
async function sendCode(me: Me, lang: 'en' | 'zh'): Promise<string> {
  const query = langQuery(lang);
  if (me.phone !== null && me.phone_verified) {
    await api('identity.sendPhoneCode', { body: { contact_number: me.phone, purpose: 'account' }, query });
    return me.phone;
  }
  await api('identity.sendEmailCode', { body: { email: me.email ?? '', purpose: 'account' }, query });
  return me.email ?? '';
}

export function DeleteAccount({ data: { me } }: { data: DeleteAccountData }) {
  const t = useT();
  const lang = useLang();
  const go = useGo();
  const [word, setWord] = useState('');
  const [secret, setSecret] = useState('');
  const [tried, setTried] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [refused, setRefused] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);

  const wordWrong = isWord(word) ? null : t('account.removal_mistyped', { word: t('account.removal_word') });
  const secretMissing =
    secret !== '' ? null : t(me.has_password ? 'account.password_required' : 'account.removal_code_required');
  const secretRefused = refused?.code === 'password.wrong' || refused?.code === 'code.invalid';
  const hasOpenOrders = refused?.code === 'account.open_orders';

  async function code(): Promise<void> {
    setBusy(true);
    try {
      setSentTo(await sendCode(me, lang));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(error.message || t('account.failed'), { kind: 'error' });
    } finally {
      setBusy(false);
    }
  }

  async function remove(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (busy || wordWrong !== null || secretMissing !== null) return;
    setBusy(true);
    setRefused(null);
    try {
      const body = me.has_password ? { password: secret } : { code: secret };
      await api('identity.remove', { body, query: langQuery(lang) });
      closeModal();
      forgetTokens();
      toast(t('account.removal_done'), { kind: 'success' });
      go('/', { replace: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefused(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void remove(event)}>
      <p className="text-ink-2">{t('account.removal_text')}</p>
      <div className="grid gap-2 rounded-lg bg-sunken p-4">
        <p>{t('account.removal_first')}</p>
        <ExportButton />
      </div>
      <div role="alert" className="empty:hidden">
        {refused !== null && !secretRefused && (
          <div className="grid justify-items-start gap-3 rounded-md border-2 border-danger bg-danger-50 p-4">
            <p className="flex items-start gap-2 font-semibold">
              <Icon name="warning-circle" className="mt-0.5 size-5 shrink-0 text-danger" />
              {refused.message || t('account.failed')}
            </p>
            {hasOpenOrders && (
              <LangLink to={accountPath('orders')} className={buttonClass('secondary', 'compact')} onClick={closeModal}>
                {t('account.orders')}
              </LangLink>
            )}
          </div>
        )}
      </div>
      <Field
        label={t('account.removal_type', { word: t('account.removal_word') })}
        error={tried ? wordWrong : null}
        valid={isWord(word)}
      >
        <TextInput
          value={word}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          onChange={(event) => setWord(event.target.value)}
        />
      </Field>
      {!me.has_password && (
        <div className="grid gap-2">
          <Button kind="secondary" busy={busy && sentTo === null} className="sm:w-fit" onClick={() => void code()}>
            {t('account.removal_send_code')}
          </Button>
          <p role="status" className="text-sm text-ink-2 empty:hidden">
            {sentTo !== null && t('account.removal_code_sent', { contact: phoneText(sentTo) })}
          </p>
        </div>
      )}
      <Field
        label={t(me.has_password ? 'account.current_password' : 'account.removal_code')}
        error={secretRefused ? refused.message : tried ? secretMissing : null}
      >
        <TextInput
          value={secret}
          type={me.has_password ? 'password' : 'text'}
          inputMode={me.has_password ? undefined : 'numeric'}
          autoComplete={me.has_password ? 'current-password' : 'one-time-code'}
          maxLength={me.has_password ? 1000 : 20}
          onChange={(event) => {
            setSecret(event.target.value);
            setRefused(null);
          }}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" kind="danger" busy={busy}>
          {t('account.removal_button')}
        </Button>
        <Button kind="secondary" onClick={closeModal}>
          {t('account.cancel')}
        </Button>
      </div>
    </form>
  );
}
