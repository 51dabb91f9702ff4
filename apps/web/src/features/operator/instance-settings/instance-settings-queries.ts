import { readInstanceSettings } from '@envhold/contract/operator/instance-settings.ts'
import type { Api } from '../../../connection/api/api.ts'
import { readQuery } from '../../../connection/api/read-query.ts'

export const instanceSettingsQuery = (api: Api) => ({
  ...readQuery(api, readInstanceSettings, {}),
  retry: 1,
  // What is being typed is compared with what was read.
  refetchOnWindowFocus: false,
  staleTime: Number.POSITIVE_INFINITY,
})
