/** How goods are written. */
export const goodsName = ({ name, variant }: { name: string; variant: string | null }): string =>
  variant === null ? name : `${name} ${variant}`;
