/** One item to pick: picture, place, quantity and orders, and what the picker found. */
import { Button } from '@mui/material';
import { useState } from 'react';
import { useLang, useText } from '../i18n/text.ts';
import { Tag } from '../ui/Tag.tsx';
import { FewerFound } from './FewerFound.tsx';
import type { Batch, PickLine, PickStep } from './pick-queue.ts';
import { ReplaceItem } from './ReplaceItem.tsx';
import { useScanner } from './use-scanner.ts';

const BARCODE_END_DIGITS = 4;

const hasCode = ({ barcodes, sku, parts }: PickLine, code: string): boolean =>
  sku === code || barcodes.includes(code) || parts.some((part) => part.barcodes.includes(code));

export function PickItem({
  line,
  next,
  lines,
  orders,
  onOpen,
  onSteps,
}: {
  /** With the parts of orders that are still to pick. */
  line: PickLine;
  next: PickLine | undefined;
  lines: readonly PickLine[];
  orders: Batch['orders'];
  onOpen(id: string): void;
  onSteps(steps: readonly PickStep[]): void;
}) {
  const t = useText();
  const lang = useLang();
  const [dialog, setDialog] = useState<'fewer' | 'replace' | null>(null);
  const [scanned, setScanned] = useState(0);
  const [wrongCode, setWrongCode] = useState<string | null>(null);
  const count = line.orders.reduce((sum, { quantity }) => sum + quantity, 0);
  const findAll = () =>
    onSteps(
      line.orders.map((part) => ({
        kind: 'find',
        order: part.order_id,
        line: part.line,
        body: { quantity: part.quantity },
      })),
    );
  const findNone = () =>
    onSteps(
      line.orders.map((part) => ({
        kind: 'short',
        order: part.order_id,
        line: part.line,
        body: { quantity_found: 0 },
      })),
    );
  // Each unit is scanned; another item of the batch opens by its code.
  useScanner(dialog === null, (code) => {
    const other = lines.find((each) => each.id !== line.id && hasCode(each, code));
    setWrongCode(null);
    if (hasCode(line, code)) {
      if (scanned + 1 >= count) findAll();
      else setScanned(scanned + 1);
    } else if (other !== undefined) onOpen(other.id);
    else setWrongCode(code);
  });
  const name = (lang === 'zh' ? line.name_zh : null) ?? line.name_en;
  const variant = (lang === 'zh' ? line.variant_zh : null) ?? line.variant_en;
  const barcode = line.barcodes[0]?.slice(-BARCODE_END_DIGITS);
  const facts = [variant, barcode === undefined ? line.sku : t('pick.barcode', { digits: barcode })];
  const place = ({ aisle, shelf }: PickLine) => [aisle, shelf].filter(Boolean).join(' · ');
  return (
    <>
      <article className="pick-item">
        <div className="pick-place">
          <h1>{place(line)}</h1>
          {next !== undefined && <span className="quiet">{t('pick.next', { place: place(next) })}</span>}
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
        {wrongCode !== null && (
          <p className="notice" role="alert">
            {t('pick.wrong_code', { code: wrongCode })}
          </p>
        )}
      </article>
      <div className="task-foot">
        <Button variant="contained" className="task-main-button" onClick={findAll}>
          {scanned > 0 ? t('pick.scanned', { count: scanned, all: count }) : t('pick.found', { count })}
        </Button>
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
      {dialog === 'fewer' && <FewerFound line={line} onSteps={onSteps} onClose={() => setDialog(null)} />}
      {dialog === 'replace' && (
        <ReplaceItem line={line} name={name} onSteps={onSteps} onClose={() => setDialog(null)} />
      )}
    </>
  );
}
