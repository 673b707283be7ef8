/** Lists the customer's active alerts, under the notification settings. */
import { productPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { useTokenScope } from '../api/tokens.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { LangLink } from '../links.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { alertsQuery, useEndAlert } from './use-alert.ts';

export function AlertList() {
  const t = useT();
  const end = useEndAlert();
  const { data } = useQuery(alertsQuery(useLang(), useTokenScope()));
  if (data === undefined || data.data.length === 0) return null;
  return (
    <section aria-labelledby="my-alerts" className="grid gap-3">
      <h2 id="my-alerts" className="text-lg">
        {t('alerts.list')}
      </h2>
      <ul className="grid gap-2">
        {data.data.map(({ id, kind, product }) => (
          <li key={id} className="flex items-center justify-between gap-3 rounded-xl border border-line bg-surface p-4">
            <span className="min-w-0">
              <LangLink to={productPath(product.slug)} className="font-semibold hover:underline">
                {product.title}
              </LangLink>
              <span className="block text-sm text-ink-2">{t(`alerts.on_${kind}`)}</span>
            </span>
            <IconButton icon="x" label={t('alerts.end', { name: product.name })} onClick={() => void end(id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
