import { listPersonalTokens } from '@envhold/contract/personal-tokens.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../connection/api/api.ts'

export const personalTokensQuery = (api: Api) =>
  queryOptions({
    queryKey: ['personal-tokens'],
    queryFn: async ({ signal }) => (await api.call(listPersonalTokens, {}, { signal })).tokens,
  })
