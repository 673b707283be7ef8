/** Reads, requests and ends alerts of products. */
import type { AlertKind } from '@shop/contract/alerts';
import { ApiError } from '@shop/contract/api/api-error';
import type { ProductRow } from '@shop/contract/catalog';
import type { Lang } from '@shop/core/lang';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { langQuery, personalQuery, type Scope, SETTINGS_STALE_MS } from '../api/query-client.ts';
import { isSignedIn, useTokenScope } from '../api/tokens.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { openModal } from '../modals/modal-store.ts';
import { toast } from '../ui/toasts/toast.ts';

/** Queries the customer's active alerts; there are at most 100. Every button of a page reads them. */
export const alertsQuery = (lang: Lang, scope: Scope) => ({
  ...personalQuery('alerts.list', lang, { query: { limit: '100', search: 'state:active' } }, scope, SETTINGS_STALE_MS),
  enabled: scope !== 'guest',
});

/** Runs a change of the customer's alerts, and confirms it by a toast. */
function useAlertChange(): (change: () => Promise<unknown>, message: string) => Promise<void> {
  const t = useT();
  const queries = useQueryClient();
  return async (change, message) => {
    try {
      await change();
      await queries.invalidateQueries({ queryKey: ['alerts.list'] });
      toast(message, { kind: 'success' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(error.message || t('alerts.failed'), { kind: 'error' });
    }
  };
}

/** Ends an alert, and confirms that by a toast. */
export function useEndAlert(): (id: string) => Promise<void> {
  const t = useT();
  const query = langQuery(useLang());
  const change = useAlertChange();
  return (id) => change(() => api('alerts.remove', { params: { id }, query }), t('alerts.off'));
}

export type AlertButtonProps = { product: ProductRow; option?: string | null; kind: AlertKind };

type AlertState = {
  isOn: boolean;
  busy: boolean;
  /** Requests the alert or ends it; opens the form for guests. */
  toggle(): Promise<void>;
};

export function useAlert({ product, option = null, kind }: AlertButtonProps): AlertState {
  const t = useT();
  const lang = useLang();
  const change = useAlertChange();
  const end = useEndAlert();
  const [busy, setBusy] = useState(false);
  const { data } = useQuery(alertsQuery(lang, useTokenScope()));
  const alert = data?.data.find(
    (each) => each.kind === kind && each.product.id === product.id && each.variation_option_id === option,
  );
  const body = { kind, product_id: product.id, variation_option_id: option };
  const add = () => change(() => api('alerts.add', { body, query: langQuery(lang) }), t(`alerts.on_${kind}`));
  return {
    isOn: alert !== undefined,
    busy,
    async toggle() {
      if (!isSignedIn()) {
        openModal('ALERT', body);
        return;
      }
      setBusy(true);
      await (alert === undefined ? add() : end(alert.id)).finally(() => setBusy(false));
    },
  };
}
