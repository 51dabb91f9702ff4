import { listPasskeys } from '@envhold/contract/passkeys.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../../connection/api/api.ts'

export const passkeysQuery = (api: Api) =>
  queryOptions({
    queryKey: ['passkeys'],
    queryFn: async ({ signal }) => (await api.call(listPasskeys, {}, { signal })).passkeys,
  })
