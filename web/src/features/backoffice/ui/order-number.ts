/** What people call an order: the first part of its id. */
export const orderNumber = (orderUuid: string): string => orderUuid.slice(0, 8).toUpperCase();
