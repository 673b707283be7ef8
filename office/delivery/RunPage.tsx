/** One run: its stops, the driver's link, and the cash that the driver handed in. */
import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import type { ResponseOf } from '@shop/contract/api/client';
import { formatDateTime } from '@shop/core/dates';
import { needsCountComment } from '@shop/core/delivery/runs';
import { formatMoney, senToText, textToSen } from '@shop/core/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { runAction } from '../api/data-provider.ts';
import { may } from '../api/endpoint-roles.ts';
import { RecordAudit } from '../audit/RecordAudit.tsx';
import { useLang, useText } from '../i18n/text.ts';
import { LoadingPage } from '../layout/states.tsx';
import { OrderLink } from '../orders/OrderLink.tsx';
import { AmountField, isAmount } from '../ui/AmountField.tsx';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { formatError } from '../ui/format-error.ts';
import { Page } from '../ui/Page.tsx';
import { ReasonField } from '../ui/ReasonField.tsx';
import { Tag, type TagTone } from '../ui/Tag.tsx';
import { useAction } from '../ui/use-action.ts';
import { useRecord } from '../ui/use-record.ts';
import { DriverLinkDialog } from './DriverLinkDialog.tsx';

type Run = ResponseOf<'staff.run'>['run'];
type RunStop = Run['stops'][number];

export function RunPage() {
  const t = useText();
  const { id = '' } = useParams();
  const { data: run, error } = useRecord<Run>('runs', id);
  if (run !== undefined) return <LoadedRun run={run} />;
  if (error === null) return <LoadingPage />;
  return (
    <div className="state" role="alert">
      <h1>{t('app.failed')}</h1>
      <p className="quiet">{formatError(error, t)}</p>
    </div>
  );
}

function LoadedRun({ run }: { run: Run }) {
  const t = useText();
  const lang = useLang();
  const [renew, isRenewing] = useAction('runs', 'renewLink');
  const [revoke, isRevoking] = useAction('runs', 'revokeLink');
  const [close, isClosing] = useAction('runs', 'close');
  const [link, setLink] = useState<string | null>(null);
  const [isCounting, setCounting] = useState(false);
  const isOpen = run.closed_at === null;
  const openStops = run.stops.filter(({ state }) => state === 'open').length;
  const renewLink = async () => {
    const done = await renew(run.id, undefined);
    if (done !== null) setLink(done.link);
    return done;
  };
  return (
    <Page
      title={t('delivery.run_title', { driver: run.driver })}
      sub={[run.vehicle, formatDateTime(run.created_at, lang), run.created_by].filter(Boolean).join(' · ')}
      tags={<Tag tone={isOpen ? 'info' : 'plain'}>{t(isOpen ? 'delivery.open' : 'delivery.closed')}</Tag>}
      actions={
        <>
          {isOpen &&
            may('staff.renewRunLink') &&
            (run.is_link_valid ? (
              <ConfirmButton
                color="secondary"
                label={t('delivery.renew')}
                consequence={t('delivery.renew_text')}
                isBusy={isRenewing}
                onConfirm={renewLink}
              />
            ) : (
              <Button color="secondary" loading={isRenewing} onClick={renewLink}>
                {t('delivery.renew')}
              </Button>
            ))}
          {run.is_link_valid && may('staff.revokeRunLink') && (
            <ConfirmButton
              color="secondary"
              label={t('delivery.revoke')}
              consequence={t('delivery.revoke_text')}
              isBusy={isRevoking}
              onConfirm={() => revoke(run.id, undefined, t('delivery.revoked'))}
            />
          )}
          {isOpen && may('staff.closeRun') && (
            <ConfirmButton
              color="secondary"
              label={t('delivery.close')}
              consequence={
                openStops === 0 ? t('delivery.close_done_text') : t('delivery.close_text', { count: openStops })
              }
              isBusy={isClosing}
              onConfirm={() => close(run.id, undefined, t('delivery.done_close'))}
            />
          )}
          {may('staff.countRunCash') && (
            <Button variant="contained" onClick={() => setCounting(true)}>
              {t('delivery.count')}
            </Button>
          )}
        </>
      }
    >
      <div className="columns">
        <section className="card">
          <h2>{t('delivery.progress', { done: run.stops_done, all: run.stops_total })}</h2>
          {run.stops.map((stop) => (
            <StopRow key={stop.order_id} run={run.id} stop={stop} />
          ))}
        </section>
        <div className="stack">
          <section className="card">
            <h2>{t('delivery.cash')}</h2>
            <dl className="money">
              <dt>{t('delivery.recorded')}</dt>
              <dd>{formatMoney(run.cash_recorded)}</dd>
              <dt>{t('delivery.counted')}</dt>
              <dd>{run.cash_counted === null ? t('delivery.not_counted') : formatMoney(run.cash_counted)}</dd>
              {run.cash_difference !== null && (
                <>
                  <dt className="total">{t('delivery.difference')}</dt>
                  <dd className={run.cash_difference === 0 ? 'total' : 'total minus'}>
                    {formatMoney(run.cash_difference)}
                  </dd>
                </>
              )}
            </dl>
            {run.counted_by !== null && <p className="quiet small wrap">{run.counted_by}</p>}
            {run.count_comment !== null && <p className="wrap">{run.count_comment}</p>}
          </section>
          <RecordAudit kind="run" id={run.id} />
        </div>
      </div>
      {link !== null && <DriverLinkDialog link={link} onClose={() => setLink(null)} />}
      {isCounting && <CountCash run={run} onClose={() => setCounting(false)} />}
    </Page>
  );
}

const TONES: Readonly<Record<RunStop['state'], TagTone>> = {
  open: 'info',
  delivered: 'good',
  failed: 'bad',
  released: 'plain',
};

function StopRow({ run, stop }: { run: string; stop: RunStop }) {
  const t = useText();
  const lang = useLang();
  const [hasPhoto, setPhoto] = useState(false);
  const facts = [
    stop.recipient,
    stop.zip,
    stop.done_at === null ? '' : formatDateTime(stop.done_at, lang),
    stop.received_by === null ? '' : t('delivery.received_by', { name: stop.received_by }),
    stop.reason,
  ];
  return (
    <div className="row">
      <b>{stop.place}</b>
      <div className="grow wrap">
        <div className="buttons">
          <OrderLink number={stop.order_number} />
          <Tag tone={TONES[stop.state]}>{t(`delivery.stop_${stop.state}`)}</Tag>
          {stop.cash_collected !== null ? (
            <Tag tone="good">{t('delivery.collected', { amount: formatMoney(stop.cash_collected) })}</Tag>
          ) : (
            stop.cash_to_collect > 0 && (
              <Tag tone="cash">{t('delivery.collect', { amount: formatMoney(stop.cash_to_collect) })}</Tag>
            )
          )}
        </div>
        <div className="quiet small">{facts.filter(Boolean).join(' · ')}</div>
      </div>
      {stop.has_photo && may('staff.deliveryPhoto') && (
        <Button color="secondary" onClick={() => setPhoto(true)}>
          {t('delivery.photo')}
        </Button>
      )}
      {hasPhoto && <PhotoDialog run={run} order={stop.order_id} onClose={() => setPhoto(false)} />}
    </div>
  );
}

function PhotoDialog({ run, order, onClose }: { run: string; order: string; onClose(): void }) {
  const t = useText();
  const { data, error } = useQuery({
    queryKey: ['delivery-photo', run, order],
    queryFn: () => runAction('runs', 'photo', run, { order_id: order }),
    refetchInterval: false,
  });
  return (
    <Dialog open onClose={onClose} aria-label={t('delivery.photo')}>
      <DialogTitle>{t('delivery.photo')}</DialogTitle>
      <DialogContent>
        {error !== null && <p role="alert">{formatError(error, t)}</p>}
        {data !== undefined && (
          <img className="proof" src={`data:image/jpeg;base64,${data.jpeg}`} alt={t('delivery.photo')} />
        )}
      </DialogContent>
      <DialogActions>
        <Button color="secondary" onClick={onClose}>
          {t('form.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function CountCash({ run, onClose }: { run: Run; onClose(): void }) {
  const t = useText();
  const [count, isBusy] = useAction('runs', 'countCash');
  const [amount, setAmount] = useState(senToText(run.cash_counted ?? run.cash_recorded));
  const [comment, setComment] = useState(run.count_comment ?? '');
  const [isChecked, setChecked] = useState(false);
  /**
   * The counted cash when the dialog was opened. The API refuses a count if another person has changed it since; the
   * page then shows theirs.
   */
  const [seenCash, setSeenCash] = useState<Run['cash_counted'] | undefined>(run.cash_counted);
  const counted = isAmount(amount) ? (textToSen(amount.trim()) ?? 0) : run.cash_recorded;
  const difference = counted - run.cash_recorded;
  const needsComment = needsCountComment(counted, run.cash_recorded);
  const submit = async () => {
    setChecked(true);
    if (!isAmount(amount) || (needsComment && comment.trim() === '')) return;
    const former = seenCash === undefined ? run.cash_counted : seenCash;
    const done = await count(run.id, {
      counted: amount.trim(),
      comment: comment.trim() || null,
      former: former === null ? null : senToText(former),
    });
    if (done !== null) onClose();
    else setSeenCash(undefined);
  };
  return (
    <FormDialog title={t('delivery.count')} submit={t('pick.save')} isBusy={isBusy} onSubmit={submit} onClose={onClose}>
      <AmountField
        label={t('delivery.counted_amount')}
        hint={t('delivery.count_hint', { amount: formatMoney(run.cash_recorded) })}
        value={amount}
        isChecked={isChecked}
        onChange={setAmount}
      />
      <p role="status">
        {difference === 0 ? t('delivery.agrees') : t('delivery.differs', { amount: formatMoney(difference) })}
      </p>
      {needsComment && (
        <ReasonField label={t('delivery.why')} value={comment} isMissing={isChecked} onChange={setComment} />
      )}
    </FormDialog>
  );
}
