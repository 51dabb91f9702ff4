import { readTotp } from '@envhold/contract/totp.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../../connection/api/api.ts'

/** Since when the authenticator app is on, and when it was last used. */
export const totpQuery = (api: Api) =>
  queryOptions({
    queryKey: ['totp'],
    queryFn: ({ signal }) => api.call(readTotp, {}, { signal }),
  })
