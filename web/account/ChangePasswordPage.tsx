/**
 * /my-account/change-password: needs the old password and signs out other devices. Customers without a password, such
 * as those with only a Google login, set their first one.
 */

import { useState } from 'react';
import { api } from '../api/api.ts';
import { langQuery } from '../api/query-client.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { buildNewPasswordField } from '../identity/new-password-field.ts';
import { PasswordInput } from '../identity/PasswordInput.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/forms/Field.tsx';
import { Form } from '../ui/forms/Form.tsx';
import { FormError } from '../ui/forms/FormError.tsx';
import { useForm } from '../ui/forms/use-form.ts';
import { useStepFocus } from '../ui/forms/use-step-focus.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { toast } from '../ui/toasts/toast.ts';
import { AccountCard } from './AccountCard.tsx';
import { AccountPage } from './AccountFrame.tsx';
import { type Me, useReplaceMe } from './me.ts';
import { SavedMessage } from './SavedMessage.tsx';

function PasswordForm({ me, onSaved }: { me: Me; onSaved: (me: Me) => void }) {
  const t = useT();
  const query = langQuery(useLang());
  const form = useForm({
    name: 'account',
    // docs/spec.md §5 "Form messages"
    fields: {
      old_password: {
        start: '',
        check: (value: string) => (me.has_password && value === '' ? 'account.old_password_required' : null),
        normalize: (value: string) => (me.has_password ? value : undefined),
      },
      password: buildNewPasswordField('account.new_password_required'),
    },
    async send(body) {
      await api('identity.changePassword', { body, query });
      onSaved({ ...me, has_password: true });
    },
    onFailure({ code, message }, usual) {
      if (code !== 'password.wrong') return usual;
      form.refuse({ old_password: [message] });
      return '';
    },
  });
  return (
    <Form form={form}>
      {/* Password managers keep the new password with this name. */}
      <input type="text" name="username" autoComplete="username" value={me.email ?? me.phone ?? ''} readOnly hidden />
      {me.has_password && (
        <Field label={t('account.old_password')} {...form.field('old_password')}>
          <PasswordInput {...form.input('old_password')} autoComplete="current-password" />
        </Field>
      )}
      <Field label={t('account.new_password')} hint={t('account.new_password_hint')} {...form.field('password')}>
        <PasswordInput {...form.input('password')} autoComplete="new-password" />
      </Field>
      <FormError text={form.failure} />
      <Button type="submit" busy={form.busy} className="sm:w-fit">
        {t(me.has_password ? 'account.password' : 'account.set_password')}
      </Button>
    </Form>
  );
}

function ChangePassword({ me }: { me: Me }) {
  const t = useT();
  const replaceMe = useReplaceMe();
  const [changeCount, setChangeCount] = useState(0);
  const confirmation = useStepFocus<HTMLDivElement>(changeCount);
  return (
    <AccountCard>
      <div className="grid max-w-md gap-4">
        {/* A new key after each change empties the fields. */}
        <PasswordForm
          key={changeCount}
          me={me}
          onSaved={(changed) => {
            replaceMe(changed);
            setChangeCount(changeCount + 1);
            toast(t('account.saved'), { kind: 'success' });
          }}
        />
        <div ref={confirmation} tabIndex={-1} className="scroll-mt-[calc(var(--h-header)+1.5rem)]">
          <SavedMessage saved={changeCount > 0} text={t('account.password_changed')} />
        </div>
      </div>
    </AccountCard>
  );
}

/** Skeleton with both fields and the button: most customers have a password. */
function PasswordSkeleton() {
  const t = useT();
  return (
    <AccountCard>
      <div className="grid max-w-md gap-4" aria-hidden>
        <Field label={t('account.old_password')}>
          <Skeleton className="h-12 rounded-md" />
        </Field>
        <Field label={t('account.new_password')} hint={t('account.new_password_hint')}>
          <Skeleton className="h-12 rounded-md" />
        </Field>
        <Skeleton className="h-12 rounded-md sm:w-48" />
      </div>
    </AccountCard>
  );
}

export function Component() {
  const t = useT();
  return (
    <AccountPage title={t('account.password')} text={t('account.password_text')} skeleton={<PasswordSkeleton />}>
      {(me) => <ChangePassword me={me} />}
    </AccountPage>
  );
}
