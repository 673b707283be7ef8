/** Marketing notifications to customers: sent, scheduled and new ones. */

import { Button, MenuItem, TextField } from '@mui/material';
import { formatDateTime } from '@shop/core/dates';
import { textIn } from '@shop/core/lang';
import { useState } from 'react';
import type { RecordOf } from '../api/data-provider.ts';
import { may } from '../api/endpoint-roles.ts';
import { ChangesButton } from '../audit/ChangesButton.tsx';
import { useLang, useText } from '../i18n/text.ts';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { ListPage } from '../ui/list/ListPage.tsx';
import { Tag } from '../ui/Tag.tsx';
import { useAction } from '../ui/use-action.ts';

const TONES = { scheduled: 'cash', running: 'info', sent: 'good', canceled: 'plain' } as const;

export function CampaignsPage() {
  const t = useText();
  const lang = useLang();
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <ListPage
        resource="campaigns"
        title={t('menu.campaigns')}
        columns={[
          {
            label: t('campaign.title'),
            text: ({ title }) => textIn(lang, title.en, title.zh),
            show: ({ title, body }) => (
              <>
                <b>{textIn(lang, title.en, title.zh)}</b>
                <div className="quiet small">{textIn(lang, body.en, body.zh)}</div>
              </>
            ),
          },
          {
            label: t('money.state'),
            text: ({ state }) => t(`campaign.${state}`),
            show: ({ state }) => <Tag tone={TONES[state]}>{t(`campaign.${state}`)}</Tag>,
          },
          {
            label: t('campaign.starts'),
            text: ({ starts_at }) => formatDateTime(starts_at, lang),
            show: ({ starts_at }) => formatDateTime(starts_at, lang),
          },
          {
            label: t('campaign.recipients'),
            isNumber: true,
            text: ({ recipients }) => recipients,
            show: ({ recipients }) => t('campaign.people', { count: recipients }),
          },
        ]}
        actions={
          may('staff.addCampaign') && (
            <Button variant="contained" onClick={() => setAdding(true)}>
              {t('campaign.add')}
            </Button>
          )
        }
        rowActions={(campaign) => (
          <>
            <ChangesButton kind="campaign" id={campaign.id} name={textIn(lang, campaign.title.en, campaign.title.zh)} />
            <CancelCampaignButton campaign={campaign} />
          </>
        )}
        empty={<h2>{t('campaign.none')}</h2>}
      />
      {isAdding && <AddCampaignDialog onClose={() => setAdding(false)} />}
    </>
  );
}

function CancelCampaignButton({ campaign: { id, state } }: { campaign: RecordOf<'campaigns'> }) {
  const t = useText();
  const [cancel, isBusy] = useAction('campaigns', 'cancel');
  if (!may('staff.cancelCampaign') || (state !== 'scheduled' && state !== 'running')) return null;
  return (
    <ConfirmButton
      size="small"
      color="secondary"
      label={t('campaign.cancel')}
      consequence={t('campaign.cancel_text')}
      isBusy={isBusy}
      isDangerous
      onConfirm={() => cancel(id, undefined, t('campaign.done_cancel'))}
    />
  );
}

const FIELDS = ['title_en', 'title_zh', 'body_en', 'body_zh'] as const;

function AddCampaignDialog({ onClose }: { onClose(): void }) {
  const t = useText();
  const [add, isBusy] = useAction('campaigns', 'add');
  const [texts, setTexts] = useState({ title_en: '', title_zh: '', body_en: '', body_zh: '' });
  const [url, setUrl] = useState('');
  const [starts, setStarts] = useState('');
  const [when, setWhen] = useState<'now' | 'later'>('now');
  const [isChecked, setChecked] = useState(false);
  const submit = async () => {
    setChecked(true);
    if (FIELDS.some((field) => texts[field].trim() === '') || (when === 'later' && starts === '')) return;
    const body = {
      title: { en: texts.title_en, zh: texts.title_zh },
      body: { en: texts.body_en, zh: texts.body_zh },
      action_url: url.trim() === '' ? null : url.trim(),
      starts_at: when === 'now' ? null : new Date(`${starts}:00+08:00`).toISOString(),
    };
    if ((await add('', body, t('campaign.done_add'))) !== null) onClose();
  };
  return (
    <FormDialog
      title={t('campaign.add')}
      submit={t('campaign.send')}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="quiet">{t('campaign.to_all')}</p>
      {FIELDS.map((field, index) => {
        const isMissing = isChecked && texts[field].trim() === '';
        return (
          <TextField
            key={field}
            autoFocus={index === 0}
            required
            multiline={field.startsWith('body')}
            minRows={2}
            label={t(`campaign.${field}`)}
            value={texts[field]}
            error={isMissing}
            helperText={isMissing ? t('form.required') : undefined}
            onChange={({ target }) => setTexts({ ...texts, [field]: target.value })}
          />
        );
      })}
      <TextField
        label={t('campaign.url')}
        value={url}
        helperText={t('campaign.url_hint')}
        onChange={({ target }) => setUrl(target.value)}
      />
      <TextField
        select
        label={t('campaign.starts')}
        value={when}
        onChange={({ target }) => setWhen(target.value === 'later' ? 'later' : 'now')}
      >
        <MenuItem value="now">{t('campaign.now')}</MenuItem>
        <MenuItem value="later">{t('campaign.later')}</MenuItem>
      </TextField>
      {when === 'later' && (
        <TextField
          required
          type="datetime-local"
          label={t('campaign.at')}
          value={starts}
          error={isChecked && starts === ''}
          slotProps={{ inputLabel: { shrink: true } }}
          onChange={({ target }) => setStarts(target.value)}
        />
      )}
    </FormDialog>
  );
}
