/** The filters of a list: free text, choices and switches, filters saved under a name, and the export. */
import { Button, Checkbox, FormControlLabel, MenuItem, TextField, useMediaQuery } from '@mui/material';
import { extractValidSavedQueries, type SavedQuery, useListContext, useSavedQueries } from 'ra-core';
import { useEffect, useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { FormDialog } from '../FormDialog.tsx';
import { MenuButton } from '../MenuButton.tsx';
import type { FilterField } from './filter-field.ts';
import { useExportAll } from './use-export-all.ts';

const TYPING_PAUSE_MS = 350;
/** On a phone, more fields than these are folded, so that the list begins on the first screen. */
const MAX_UNFOLDED = 2;

export function Filters({ fields, resource }: { fields: readonly FilterField[]; resource: string }) {
  const t = useText();
  const list = useListContext();
  const values: Record<string, unknown> = list.filterValues;
  const set = (source: string, value: unknown) => {
    const { [source]: _, ...others } = values;
    list.setFilters(value === '' || value === false ? others : { ...others, [source]: value });
  };
  const isFiltered = Object.keys(values).length > 0;
  const isPhone = useMediaQuery('(max-width: 639px)', { noSsr: true });
  const [isUnfolded, setUnfolded] = useState(false);
  const hasFold = isPhone && fields.length > MAX_UNFOLDED;
  const visibleFields =
    hasFold && !isUnfolded
      ? fields.filter(({ kind, source }, index) => (index === 0 && kind === 'text') || isSet(values[source]))
      : fields;
  return (
    <search className="filters" aria-label={t('list.filters')}>
      {visibleFields.map((field) => {
        const value = values[field.source];
        if (field.kind === 'text') {
          return (
            <TextFilter
              key={field.source}
              label={field.label}
              value={String(value ?? '')}
              onChange={(text) => set(field.source, text)}
            />
          );
        }
        if (field.kind === 'flag') {
          return (
            <FormControlLabel
              key={field.source}
              label={field.label}
              control={<Checkbox checked={value === true} onChange={(_, checked) => set(field.source, checked)} />}
            />
          );
        }
        if (field.kind === 'day') {
          return (
            <TextField
              key={field.source}
              className="filter"
              type="date"
              label={field.label}
              value={String(value ?? '')}
              slotProps={{ inputLabel: { shrink: true } }}
              onChange={({ target }) => set(field.source, target.value)}
            />
          );
        }
        return (
          <TextField
            key={field.source}
            className="filter"
            select
            label={field.label}
            value={String(value ?? '')}
            slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
            onChange={({ target }) => set(field.source, target.value)}
          >
            <MenuItem value="">{t('list.all')}</MenuItem>
            {isSet(value) && field.choices.every((choice) => choice.value !== String(value)) && (
              <MenuItem value={String(value)}>{describeValue(value, field.choices)}</MenuItem>
            )}
            {field.choices.map((choice) => (
              <MenuItem key={choice.value} value={choice.value}>
                {choice.label}
              </MenuItem>
            ))}
          </TextField>
        );
      })}
      {hasFold && (
        <Button color="secondary" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
          {t(isUnfolded ? 'list.fewer_filters' : 'list.more_filters')}
        </Button>
      )}
      {isFiltered && (
        <Button variant="text" color="secondary" onClick={() => list.setFilters({})}>
          {t('list.clear')}
        </Button>
      )}
      <span className="grow only-wide" />
      {fields.length > 0 && <SavedFilters resource={resource} />}
      <ExportButton />
    </search>
  );
}

const isSet = (value: unknown) => value !== undefined && value !== '';

/** Formats a value from a link that is not a single choice: several choices, or one that is no longer offered. */
const describeValue = (value: unknown, choices: readonly { value: string; label: string }[]): string =>
  [value]
    .flat()
    .map((each) => choices.find((choice) => choice.value === each)?.label ?? String(each))
    .join(', ');

/** A text filter that applies once typing pauses. */
function TextFilter({ label, value, onChange }: { label: string; value: string; onChange(text: string): void }) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each change of the text only
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onChange(text.trim()), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <TextField
      className="free"
      type="search"
      label={label}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        onChange(text.trim());
        // A scanner types the next code in place of this one.
        if (event.target instanceof HTMLInputElement) event.target.select();
      }}
    />
  );
}

function SavedFilters({ resource }: { resource: string }) {
  const t = useText();
  const list = useListContext();
  const [storedQueries, setStoredQueries] = useSavedQueries(resource);
  const savedQueries = extractValidSavedQueries(storedQueries);
  const [name, setName] = useState<string | null>(null);

  const apply = ({ value }: SavedQuery) => {
    list.setFilters(value.filter, undefined, false);
    if (value.sort !== undefined) list.setSort(value.sort);
  };
  const save = () => {
    const label = name?.trim() ?? '';
    if (label === '') return;
    const value = { filter: list.filterValues, sort: list.sort, perPage: list.perPage, displayedFilters: [] };
    setStoredQueries([...savedQueries.filter((each) => each.label !== label), { label, value }]);
    setName(null);
  };
  return (
    <>
      <MenuButton label={t('list.saved')}>
        {(close) => [
          ...savedQueries.map((query) => (
            <MenuItem
              key={query.label}
              onClick={() => {
                close();
                apply(query);
              }}
            >
              {query.label}
            </MenuItem>
          )),
          savedQueries.length === 0 && (
            <MenuItem key="none" disabled>
              {t('list.saved_none')}
            </MenuItem>
          ),
          <MenuItem
            key="save"
            divider={savedQueries.length > 0}
            disabled={Object.keys(list.filterValues).length === 0}
            onClick={() => {
              close();
              setName('');
            }}
          >
            {t('list.save')}
          </MenuItem>,
          ...savedQueries.map((query) => (
            <MenuItem
              key={`remove ${query.label}`}
              onClick={() => setStoredQueries(savedQueries.filter(({ label }) => label !== query.label))}
            >
              <span className="quiet">{t('list.saved_remove', { name: query.label })}</span>
            </MenuItem>
          )),
        ]}
      </MenuButton>
      {name !== null && (
        <FormDialog
          title={t('list.save_title')}
          submit={t('list.save_submit')}
          onSubmit={save}
          onClose={() => setName(null)}
        >
          <TextField
            autoFocus
            label={t('list.save_name')}
            value={name}
            slotProps={{ htmlInput: { maxLength: 60 } }}
            onChange={({ target }) => setName(target.value)}
          />
        </FormDialog>
      )}
    </>
  );
}

/** Maximum number of API pages in an export. */
const MAX_EXPORT_PAGES = 10;

function ExportButton() {
  const t = useText();
  const { exporter, total, resource, sort, filter, filterValues } = useListContext();
  const exportAll = useExportAll(resource, { sort, filter: { ...filterValues, ...filter } }, MAX_EXPORT_PAGES);
  if (exporter === false || exporter === undefined) return null;
  return (
    <Button color="secondary" disabled={total === undefined || total === 0} onClick={() => exportAll(exporter)}>
      {t('list.export')}
    </Button>
  );
}
