import { readComplianceHistory } from '@envhold/contract/archive/compliance.ts'
import { useQuery } from '@tanstack/react-query'
import type { Api } from '../../connection/api/api.ts'
import { readQuery } from '../../connection/api/read-query.ts'
import { QueryView } from '../../connection/query-view.tsx'
import { useApi } from '../../connection/use-api.ts'
import { SettingSection } from '../../ui/layout/setting-row.tsx'
import { Time } from '../../ui/text/time.tsx'
import { complianceErrors } from './archive-actions.tsx'

const historyQuery = (api: Api) => readQuery(api, readComplianceHistory, {}, ({ entries }) => entries)

/** What happened to the account because of its plan. Hidden while nothing has. */
export function PlanHistorySection() {
  const query = useQuery(historyQuery(useApi()))
  const { data, error } = query
  if (data?.length === 0 || (!data && !error)) return null
  return (
    <SettingSection
      id="plan-history"
      title="Plan and archive history"
      description="What happened to your account because of its plan, newest first."
    >
      <QueryView query={query} errors={complianceErrors.loadHistory} loading={null}>
        {(entries) => (
          <ol className="max-h-96 divide-y overflow-y-auto">
            {entries.map(({ type, description, created_at }) => (
              <li
                key={`${created_at} ${type} ${description}`}
                className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-2"
              >
                <p className="min-w-0 flex-1 basis-64 break-words">{description}</p>
                <p className="text-small text-ink-3">
                  <Time at={created_at} date />
                </p>
              </li>
            ))}
          </ol>
        )}
      </QueryView>
    </SettingSection>
  )
}
