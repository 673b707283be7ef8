/** Formats the name of a product or option: `Kaya, 250 g`. */
export const formatGoodsName = ({ name, variant }: { name: string; variant: string | null }): string =>
  variant === null ? name : `${name}, ${variant}`;
