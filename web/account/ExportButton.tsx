/** Downloads the customer's personal data as a file. */

import { ApiError } from '@shop/contract/api/api-error';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { langQuery } from '../api/query-client.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import { toast } from '../ui/toasts/toast.ts';

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the file only after the current task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export function ExportButton() {
  const t = useT();
  const lang = useLang();
  const [busy, setBusy] = useState(false);

  async function save(): Promise<void> {
    setBusy(true);
    try {
      const response = await api('identity.export', { query: langQuery(lang) });
      download(`my-data-${String(response.exported_at).slice(0, 10)}.json`, JSON.stringify(response, null, 2));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(error.message || t('account.export_failed'), { kind: 'error' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button kind="secondary" busy={busy} className="sm:w-fit" onClick={() => void save()}>
      <Icon name="download-simple" className="size-5" />
      {t('account.export_button')}
    </Button>
  );
}
