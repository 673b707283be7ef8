/** The shopper's open cancellation request on the order's page, with the buttons that decide it. */
import { Button, TextField } from '@mui/material';
import { useState } from 'react';
import type { StaffOrderRecord } from '../api/data-provider.ts';
import { may } from '../api/endpoint-roles.ts';
import { useText } from '../i18n/text.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { useAction } from '../ui/use-action.ts';

export function CancellationNotice({ order }: { order: StaffOrderRecord }) {
  const t = useText();
  const [decision, setDecision] = useState<'approve' | 'reject' | null>(null);
  const request = order.refunds.find(({ state }) => state === 'requested');
  if (request === undefined) return null;
  return (
    <div className="notice notice-deal">
      <div className="grow">{t('order.cancellation', { reason: request.reason })}</div>
      {may('staff.approveCancellation') && (
        <div className="buttons">
          <Button color="secondary" onClick={() => setDecision('reject')}>
            {t('order.reject')}
          </Button>
          <Button variant="contained" onClick={() => setDecision('approve')}>
            {t('order.approve')}
          </Button>
        </div>
      )}
      {decision !== null && (
        <CancellationDecisionDialog
          id={request.id}
          number={order.order_number}
          decision={decision}
          onClose={() => setDecision(null)}
        />
      )}
    </div>
  );
}

export function CancellationDecisionDialog({
  id,
  number,
  decision,
  onClose,
}: {
  id: string;
  number: string;
  decision: 'approve' | 'reject';
  onClose(): void;
}) {
  const t = useText();
  const [approve, isApproving] = useAction('cancellations', 'approve');
  const [reject, isRejecting] = useAction('cancellations', 'reject');
  const [comment, setComment] = useState('');
  const [isMissing, setMissing] = useState(false);
  const isApproval = decision === 'approve';
  const decide = async () => {
    const text = comment.trim();
    setMissing(!isApproval && text === '');
    if (!isApproval && text === '') return;
    const result = isApproval
      ? await approve(id, { comment: text === '' ? null : text }, t('order.done_approve'))
      : await reject(id, { comment: text }, t('order.done_reject'));
    if (result !== null) onClose();
  };
  return (
    <FormDialog
      title={t(isApproval ? 'order.approve_title' : 'order.reject_title', { number })}
      submit={t(isApproval ? 'order.approve' : 'order.reject')}
      isBusy={isApproving || isRejecting}
      onSubmit={decide}
      onClose={onClose}
    >
      <TextField
        autoFocus
        required={!isApproval}
        multiline
        minRows={2}
        label={t(isApproval ? 'order.comment_optional' : 'order.comment')}
        value={comment}
        error={isMissing}
        helperText={isMissing ? t('form.reason_needed') : undefined}
        onChange={({ target }) => setComment(target.value)}
      />
    </FormDialog>
  );
}
