/** Requests an alert of a product, or ends it: one tap for customers, a form for guests. */
import { ApiError } from '@shop/contract/api/api-error';
import type { ProductRow } from '@shop/contract/catalog';
import type { Lang } from '@shop/core/lang';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { langQuery, personalQuery, type Scope } from '../api/query-client.ts';
import { isSignedIn, useTokenScope } from '../api/tokens.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { openModal } from '../modals/modal-store.ts';
import { Button } from '../ui/Button.tsx';
import { toast } from '../ui/toasts/toast.ts';

export type AlertKind = 'back-in-stock' | 'price-drop';

/** Queries the customer's active alerts; there are at most 100. */
export const alertsQuery = (lang: Lang, scope: Scope) => ({
  ...personalQuery('alerts.list', lang, { query: { limit: '100', search: 'state:active' } }, scope, 0),
  enabled: scope !== 'guest',
});

/** Ends an alert, and shows it as ended. */
export function useEndAlert(): (id: string) => Promise<void> {
  const t = useT();
  const lang = useLang();
  const queries = useQueryClient();
  return async (id) => {
    try {
      await api('alerts.remove', { params: { id }, query: langQuery(lang) });
      await queries.invalidateQueries({ queryKey: ['alerts.list'] });
      toast(t('alerts.off'), { kind: 'success' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(error.message || t('alerts.failed'), { kind: 'error' });
    }
  };
}

type AlertButtonProps = { product: ProductRow; option?: string | null; kind: AlertKind };

export function AlertButton({ product, option = null, kind }: AlertButtonProps) {
  const t = useT();
  const lang = useLang();
  const queries = useQueryClient();
  const end = useEndAlert();
  const [busy, setBusy] = useState(false);
  const { data } = useQuery(alertsQuery(lang, useTokenScope()));
  const alert = data?.data.find(
    (each) => each.kind === kind && each.product.id === product.id && each.variation_option_id === option,
  );

  async function add(): Promise<void> {
    try {
      const body = { kind, product_id: product.id, variation_option_id: option };
      await api('alerts.add', { body, query: langQuery(lang) });
      await queries.invalidateQueries({ queryKey: ['alerts.list'] });
      toast(t(`alerts.on_${kind}`), { kind: 'success' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(error.message || t('alerts.failed'), { kind: 'error' });
    }
  }

  async function toggle(): Promise<void> {
    if (!isSignedIn()) {
      openModal('ALERT', { kind, product_id: product.id, variation_option_id: option });
      return;
    }
    setBusy(true);
    await (alert === undefined ? add() : end(alert.id)).finally(() => setBusy(false));
  }

  return (
    <Button
      kind="quiet"
      size="compact"
      busy={busy}
      aria-pressed={alert !== undefined}
      onClick={() => void toggle()}
      className="justify-self-start"
    >
      {t(alert === undefined ? `alerts.${kind}` : `alerts.on_${kind}`)}
    </Button>
  );
}
