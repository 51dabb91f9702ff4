import { listPersonalTokens } from '@envhold/contract/personal-tokens.ts'
import type { Api } from '../../connection/api/api.ts'
import { readQuery } from '../../connection/api/read-query.ts'

export const personalTokensQuery = (api: Api) =>
  readQuery(api, listPersonalTokens, {}, ({ tokens }) => tokens)
