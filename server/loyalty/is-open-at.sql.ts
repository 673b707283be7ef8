/** SQL condition: the window of a row, `starts_at` to `ends_at`, contains a time; a null end is open. */
export const isOpenAtSql = (at: string, row?: string): string => {
  const [from, to] = ['starts_at', 'ends_at'].map((column) => (row === undefined ? column : `${row}.${column}`));
  return `(${from} is null or ${from} <= ${at}) and (${to} is null or ${to} > ${at})`;
};
