/** A progress bar, labelled by a visible text with the same value. */
import { classNames } from './class-names.ts';

type ProgressBarProps = {
  value: number;
  /** 1 by default. */
  max?: number;
  label: string;
  /** `coin` is for dark green backgrounds. */
  look?: 'action' | 'coin';
  className?: string;
};

export function ProgressBar({ value, max = 1, label, look = 'action', className }: ProgressBarProps) {
  return (
    <progress
      className={classNames('stitch-bar', look === 'coin' && 'stitch-bar-coin', className)}
      value={Math.min(Math.max(value, 0), max)}
      max={max}
      aria-label={label}
    />
  );
}
