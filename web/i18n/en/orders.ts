/** Words of orders and tracking. */
export const orders = {} as const;
