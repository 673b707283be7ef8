/** A control with a few exclusive options side by side, each of which shows another view in the same space. */
import { classNames } from './class-names.ts';

type SegmentsProps<Value extends string> = {
  /** Names the control for screen readers. */
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
};

export function Segments<Value extends string>({ label, options, value, onChange }: SegmentsProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form
    <div
      role="group"
      aria-label={label}
      className="inline-flex w-fit max-w-full gap-1 rounded-pill max-3xs:flex-wrap max-3xs:rounded-xl border border-line bg-sunken p-1"
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={classNames(
            'press min-h-10 min-w-0 max-3xs:min-w-min rounded-pill px-3 xs:px-4 text-sm font-semibold',
            option.value === value ? 'bg-surface text-action-strong shadow-1' : 'text-ink-2',
          )}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
