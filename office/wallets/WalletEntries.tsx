import type { WalletEntry } from '@shop/contract/loyalty';
import { formatDateTime } from '@shop/core/dates';
import { useLang, useText } from '../i18n/text.ts';
import { Tag } from '../ui/Tag.tsx';

/** The latest entries of a customer's wallets, newest first. */
export function WalletEntries({ entries }: { entries: readonly WalletEntry[] }) {
  const t = useText();
  const lang = useLang();
  return (
    <section className="card" aria-labelledby="entries">
      <h2 id="entries">{t('wallet.entries')}</h2>
      {entries.length === 0 && <p className="quiet">{t('list.empty')}</p>}
      {entries.map((entry) => (
        <div className="row" key={entry.id}>
          <div className="grow">
            {entry.description}
            <div className="quiet small">{formatDateTime(entry.created_at, lang)}</div>
          </div>
          <Tag tone="plain">{t(`wallet.${entry.kind}`)}</Tag>
          <b className={entry.amount < 0 ? 'minus' : undefined}>
            {entry.amount > 0 ? `+${entry.amount}` : `−${-entry.amount}`}
          </b>
        </div>
      ))}
    </section>
  );
}
