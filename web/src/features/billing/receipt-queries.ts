import { receiptKeyHeader } from '@frontrow/contract/kernel/headers.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';

/** The key of a mailed link goes along as a header, so that it is in no address that a log keeps. */
export const keyHeaders = (key: string | undefined): Record<string, string> =>
  key === undefined ? {} : { [receiptKeyHeader]: key };

export const receiptQuery = (order: string, key: string | undefined) =>
  queryOptions({
    queryKey: ['billing', 'receipt', order, key ?? ''],
    queryFn: ({ signal }) =>
      call('GET /billing/orders/:order/receipt', { params: { order }, headers: keyHeaders(key), signal }),
    retry: false,
  });
