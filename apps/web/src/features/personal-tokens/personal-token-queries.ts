import { listPersonalTokens } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import type { Api } from '../../connection/api/api.ts'
import type { ErrorTexts } from '../../connection/api/error-text.ts'
import { readQuery } from '../../connection/api/read-query.ts'

export const personalTokensQuery = (api: Api) =>
  readQuery(api, listPersonalTokens, {}, ({ tokens }) => tokens)

/** What people read when one of these calls fails. */
export const personalTokenErrors = {
  loadPersonalTokens: { fallback: 'Failed to load personal tokens' },
  createPersonalToken: { fallback: 'Failed to create token' },
  revokePersonalToken: { fallback: 'Failed to revoke token' },
} as const satisfies Record<string, ErrorTexts>
