/** Progress as a seam that closes. The text that says the same stands beside it and is given as label. */
import { classNames } from './class-names.ts';

type ProgressBarProps = {
  value: number;
  /** 1 unless said. */
  max?: number;
  label: string;
  /** `coin` is for dark green grounds. */
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
