import { readInstanceSettings } from '@envhold/contract/operator/instance-settings.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../../connection/api/api.ts'

export const instanceSettingsKey = ['operator', 'instance-settings'] as const

export const instanceSettingsQuery = (api: Api) =>
  queryOptions({
    queryKey: instanceSettingsKey,
    queryFn: ({ signal }) => api.call(readInstanceSettings, {}, { signal }),
    retry: 1,
    // What is being typed is compared with what was read.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
