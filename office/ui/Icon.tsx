/** Icons of 20 px in the colour of the text. They are decorative: each is beside a label. */
const PATHS = {
  menu: 'M3 5h14M3 10h14M3 15h14',
  search: 'M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12Zm4.5-1.5L17 17',
  close: 'M5 5l10 10M15 5L5 15',
  down: 'M5 8l5 5 5-5',
  left: 'M12 5l-5 5 5 5',
  right: 'M8 5l5 5-5 5',
  person: 'M10 10a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-7 7a7 7 0 0 1 14 0',
  star: 'M10 3l2.2 4.6 5 .7-3.6 3.5.9 5-4.5-2.4L5.500 16.800l.9-5L2.800 8.300l5-.7Z',
} as const;

export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg
      aria-hidden="true"
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
