/** Builds the address of a list with filters, as react-admin reads it. */
export const buildListUrl = (path: string, filter: object): string =>
  `${path}?${new URLSearchParams({ filter: JSON.stringify(filter), page: '1' })}`;
