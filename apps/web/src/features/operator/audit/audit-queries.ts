import { listAuditEntries, readAuditStatus } from '@envhold/contract/operator/audit.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../../../connection/api/api.ts'
import { type AuditFilters, queryOf } from './audit-filters.ts'

const auditKey = ['operator', 'audit'] as const

export const auditEntriesQuery = (api: Api, filters: AuditFilters) =>
  queryOptions({
    queryKey: [...auditKey, 'entries', filters],
    queryFn: ({ signal }) =>
      api.call(
        listAuditEntries,
        { query: { ...queryOf(filters), ...(filters.page !== '' && { before: filters.page }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

const pollMs = 2_000

/** Asked again and again while a verification runs. */
export const auditStatusQuery = (api: Api) =>
  queryOptions({
    queryKey: [...auditKey, 'status'],
    queryFn: ({ signal }) => api.call(readAuditStatus, {}, { signal }),
    refetchInterval: ({ state }) => (state.data?.verification?.state === 'running' ? pollMs : false),
  })
