import { readPaymentConfig } from '@envhold/contract/operator/payment-settings.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../../connection/api/api.ts'

export const paymentConfigKey = ['operator', 'payment-config'] as const

export const paymentConfigQuery = (api: Api) =>
  queryOptions({
    queryKey: paymentConfigKey,
    queryFn: ({ signal }) => api.call(readPaymentConfig, {}, { signal }),
    retry: 1,
    // What is being typed is compared with what was read.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
