import { readMasterPasswordStatus } from '@envhold/contract/master-password-status.ts'
import type { Api } from '../../connection/api/api.ts'
import { readQuery } from '../../connection/api/read-query.ts'

/** Whether the account has a master password at all. */
export const masterPasswordStatusQuery = (api: Api) => ({
  ...readQuery(api, readMasterPasswordStatus, {}),
  staleTime: 5 * 60_000,
})
