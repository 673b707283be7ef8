import type { RecordOf } from '../api/data-provider.ts';
import { useLang, useText } from '../i18n/text.ts';
import { describeChange } from './audit-text.ts';

/** The fields of a change, each with its value before and after. */
export function ChangedFields({ entry }: { entry: RecordOf<'audit'> }) {
  const t = useText();
  const lang = useLang();
  const fields = describeChange(entry, t, lang);
  if (fields.length === 0) return null;
  return (
    <dl className="changes">
      {fields.map(({ name, label, from, to }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            {from !== null && (
              <>
                <span className="quiet">{from}</span> →{' '}
              </>
            )}
            {to}
          </dd>
        </div>
      ))}
    </dl>
  );
}
