/** One line to pick: picture, place, quantity and orders, and buttons for the picker's decision. */
import { Button } from '@mui/material';
import type { PickLine } from '@shop/contract/staff/staff-picking';
import type { Lang } from '@shop/core/lang';
import { useState } from 'react';
import { useLang, useText } from '../i18n/text.ts';
import { useScanner } from '../scanning/use-scanner.ts';
import { Tag } from '../ui/Tag.tsx';
import { FewerFoundDialog } from './FewerFoundDialog.tsx';
import type { Batch, PickStep } from './pick-queue.ts';
import { ReplaceItemDialog } from './ReplaceItemDialog.tsx';
import { buildFindSteps, countLineUnits, type ItemScans } from './use-item-scans.ts';

const BARCODE_END_DIGITS = 4;

export const formatLineName = ({ name_en, name_zh }: PickLine, lang: Lang): string =>
  (lang === 'zh' ? name_zh : null) ?? name_en;
export const formatLinePlace = ({ aisle, shelf }: PickLine): string => [aisle, shelf].filter(Boolean).join(' · ');

export function PickItem({
  line,
  next,
  orders,
  scans,
  onCamera,
  onSteps,
}: {
  /** The line, with only the parts of orders that are still to pick. */
  line: PickLine;
  next: PickLine | undefined;
  orders: Batch['orders'];
  scans: ItemScans;
  onCamera(): void;
  onSteps(steps: readonly PickStep[]): void;
}) {
  const t = useText();
  const lang = useLang();
  const [dialog, setDialog] = useState<'fewer' | 'replace' | null>(null);
  const count = countLineUnits(line);
  const findNone = () =>
    onSteps(
      line.orders.map((part) => ({
        kind: 'short',
        order: part.order_id,
        line: part.line,
        body: { quantity_found: 0 },
      })),
    );
  useScanner(dialog === null, scans.take);
  const name = formatLineName(line, lang);
  const variant = (lang === 'zh' ? line.variant_zh : null) ?? line.variant_en;
  const barcode = line.barcodes[0]?.slice(-BARCODE_END_DIGITS);
  const facts = [variant, barcode === undefined ? line.sku : t('pick.barcode', { digits: barcode })];
  return (
    <>
      <article className="pick-item">
        <div className="pick-place">
          <h1>{formatLinePlace(line)}</h1>
          {next !== undefined && <span className="quiet">{t('pick.next', { place: formatLinePlace(next) })}</span>}
        </div>
        <img className="pick-picture" src={line.image.original} alt="" />
        <div className="pick-name">
          <div className="grow">
            <h2>{name}</h2>
            <p className="quiet">{facts.filter(Boolean).join(' · ')}</p>
          </div>
          <p className="display pick-count">{count}</p>
        </div>
        {line.parts.map((part) => (
          <p key={part.name_en}>
            {t('pick.in_bundle', {
              quantity: part.quantity,
              name: (lang === 'zh' ? part.name_zh : null) ?? part.name_en,
            })}
          </p>
        ))}
        <p className="tags">
          {line.orders.map((part, place) => (
            <Tag key={`${part.order_id} ${part.line}`} tone={place % 2 === 0 ? 'info' : 'deal'}>
              {t('pick.part', { quantity: part.quantity, number: part.order_number, bag: part.bag })}
            </Tag>
          ))}
        </p>
        {line.orders.map((part) => (
          <p className="quiet" key={`${part.order_id} ${part.line}`}>
            {part.if_missing === 'call'
              ? t('pick.missing_call', {
                  number: part.order_number,
                  phone: orders.find(({ id }) => id === part.order_id)?.phone ?? '',
                })
              : t(`pick.missing_${part.if_missing}`, { number: part.order_number })}
          </p>
        ))}
        {scans.wrongCode !== null && (
          <p className="notice" role="alert">
            {t('scan.wrong', { code: scans.wrongCode, name })}
          </p>
        )}
      </article>
      <div className="task-foot">
        <div className="pick-main">
          <Button variant="contained" className="task-main-button grow" onClick={() => onSteps(buildFindSteps(line))}>
            {scans.scanned > 0 ? t('pick.scanned', { count: scans.scanned, all: count }) : t('pick.found', { count })}
          </Button>
          <Button color="secondary" className="task-main-button" onClick={onCamera}>
            {t('scan.open')}
          </Button>
        </div>
        <div className="task-choices">
          <Button color="secondary" onClick={() => setDialog('fewer')}>
            {t('pick.fewer')}
          </Button>
          <Button color="secondary" onClick={() => setDialog('replace')}>
            {t('pick.replace')}
          </Button>
          <Button color="error" onClick={findNone}>
            {t('pick.none_found')}
          </Button>
        </div>
      </div>
      {dialog === 'fewer' && <FewerFoundDialog line={line} onSteps={onSteps} onClose={() => setDialog(null)} />}
      {dialog === 'replace' && (
        <ReplaceItemDialog line={line} name={name} onSteps={onSteps} onClose={() => setDialog(null)} />
      )}
    </>
  );
}
