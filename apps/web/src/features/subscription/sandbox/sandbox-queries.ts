import { readSandboxCheckout, readSandboxInvoice, readSandboxPortal } from '@envhold/contract/sandbox.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../../connection/api/api.ts'

export const sandboxCheckoutQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['sandbox', 'checkout', id],
    queryFn: ({ signal }) => api.call(readSandboxCheckout, { params: { id } }, { signal }),
  })

export const sandboxPortalQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['sandbox', 'portal', id],
    queryFn: ({ signal }) => api.call(readSandboxPortal, { params: { id } }, { signal }),
  })

export const sandboxInvoiceQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['sandbox', 'invoice', id],
    queryFn: ({ signal }) => api.call(readSandboxInvoice, { params: { id } }, { signal }),
  })
