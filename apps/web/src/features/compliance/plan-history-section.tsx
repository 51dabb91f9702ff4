import { readComplianceHistory } from '@envhold/contract/archive/compliance.ts'
import { useQuery } from '@tanstack/react-query'
import type { Api } from '../../connection/api/api.ts'
import { errorText } from '../../connection/api/error-text.ts'
import { readQuery } from '../../connection/api/read-query.ts'
import { useApi } from '../../connection/use-api.ts'
import { ErrorState } from '../../ui/feedback/states.tsx'
import { SettingSection } from '../../ui/layout/setting-row.tsx'
import { Time } from '../../ui/text/time.tsx'
import { complianceErrors } from './archive-actions.tsx'

const historyQuery = (api: Api) => readQuery(api, readComplianceHistory, {}, ({ entries }) => entries)

const useComplianceHistory = () => useQuery(historyQuery(useApi()))

/** What happened to the account because of its plan. Hidden while nothing has. */
export function PlanHistorySection() {
  const { data, error, isFetching, refetch } = useComplianceHistory()
  if (data?.length === 0 || (!data && !error)) return null
  return (
    <SettingSection
      id="plan-history"
      title="Plan and archive history"
      description="What happened to your account because of its plan, newest first."
    >
      {data ? (
        <ol className="max-h-96 divide-y overflow-y-auto">
          {data.map(({ type, description, created_at }) => (
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
      ) : (
        <ErrorState
          title={errorText(error, complianceErrors.loadHistory)}
          onRetry={refetch}
          busy={isFetching}
        />
      )}
    </SettingSection>
  )
}
