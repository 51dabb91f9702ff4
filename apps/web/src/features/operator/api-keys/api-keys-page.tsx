import {
  deactivateApiKey,
  type ListedApiKey,
  listEveryApiKey,
  readApiKeyDetail,
  readApiKeyStatistics,
} from '@envhold/contract/operator/api-keys.ts'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { refetchReads } from '../../../connection/api/read-query.ts'
import { isPromptCanceled } from '../../../connection/prompt-cancelled.ts'
import { useApi } from '../../../connection/use-api.ts'
import { useRead } from '../../../connection/use-read.ts'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { SegmentedControl } from '../../../ui/forms/choices.tsx'
import { chosen, useFilters } from '../parts/filters.tsx'
import { OperatorPage } from '../parts/operator-page.tsx'
import { QueryState } from '../parts/query-state.tsx'
import { TypedConfirmDialog } from '../parts/typed-confirm-dialog.tsx'
import { live } from './every-api-key-queries.ts'
import { KeyDrawer } from './key-drawer.tsx'
import { filterSchema, KeyList, keySorts } from './key-list.tsx'
import { KeyStatisticsView } from './key-statistics.tsx'

const ranges = [
  { value: '1h', label: 'Last Hour' },
  { value: '24h', label: 'Last 24 Hours' },
  { value: '7d', label: 'Last 7 Days' },
  { value: '30d', label: 'Last 30 Days' },
] as const

/** What is open; the key stays while the drawer or dialog closes. */
interface OpenedKey {
  readonly shows: 'detail' | 'deactivate' | null
  readonly apiKey?: ListedApiKey
}

/** Every API key of the instance, and how they are used. */
export function ApiKeysPage() {
  const filters = useFilters(filterSchema)
  const [{ shows, apiKey }, setOpened] = useState<OpenedKey>({ shows: null })
  const [{ page, range, status, sort, search }, setFilters] = filters
  const options = { ...live(30_000), placeholderData: keepPreviousData }
  const statistics = useRead(readApiKeyStatistics, { query: { timeRange: range } }, options)
  const query = { page, ...keySorts[sort], ...chosen({ status, search }) }
  const list = useRead(listEveryApiKey, { query }, options)
  const close = () => setOpened({ shows: null, ...(apiKey && { apiKey }) })
  return (
    <OperatorPage
      title="API Key Management"
      description="Every API key of this instance. Operators see how keys are used, never what they read."
      queries={[statistics, list]}
    >
      <div className="mb-4">
        <SegmentedControl
          label="Time range"
          options={ranges}
          value={range}
          onValueChange={(next) => setFilters({ range: next })}
        />
      </div>
      <QueryState
        query={statistics}
        call="readApiKeyStatistics"
        failure="Failed to Load API Key Statistics"
        message="Failed to fetch API key statistics"
        skeleton={
          // As high as the figures of an instance without calls, so that the list below does not move.
          <div className="grid gap-4">
            <Skeleton className="h-96 sm:h-48 lg:h-24" />
            <Skeleton className="h-141 lg:h-74" />
          </div>
        }
      >
        {(stats) => <KeyStatisticsView stats={stats} />}
      </QueryState>
      <KeyList
        query={list}
        filters={filters}
        onOpen={(key) => setOpened({ shows: 'detail', apiKey: key })}
        onDeactivate={(key) => setOpened({ shows: 'deactivate', apiKey: key })}
      />
      {apiKey && (
        <>
          <KeyDrawer
            open={shows === 'detail'}
            onClose={close}
            apiKey={apiKey}
            onDeactivate={(key) => setOpened({ shows: 'deactivate', apiKey: key })}
          />
          <DeactivateKeyDialog open={shows === 'deactivate'} onOpenChange={close} apiKey={apiKey} />
        </>
      )}
    </OperatorPage>
  )
}

interface Props {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly apiKey: ListedApiKey
}

function DeactivateKeyDialog({ open, onOpenChange, apiKey }: Props) {
  const api = useApi()
  const queries = useQueryClient()
  const deactivate = async (reason: string) => {
    try {
      await api.call(deactivateApiKey, { params: { id: apiKey.id }, body: { reason } })
    } catch (error) {
      if (!isPromptCanceled(error)) toast.error(`Failed to deactivate API key: ${errorText(error)}`)
      throw error
    }
    toast.success('API key deactivated successfully')
    await refetchReads(queries, listEveryApiKey, readApiKeyStatistics, readApiKeyDetail)
  }
  return (
    <TypedConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Deactivate API Key"
      description={
        <>
          All API access with <strong className="break-words">{apiKey.key_name}</strong> of{' '}
          <strong className="break-words">{apiKey.projects.name}</strong> stops immediately. Nobody can
          activate the key again; its owner can create another one.
        </>
      }
      reason={{
        label: 'Reason for deactivation',
        hint: 'Please provide a reason for deactivation. The owner of the project and the creator of the key read it.',
      }}
      confirmText="Deactivate Key"
      busyText="Deactivating..."
      onConfirm={deactivate}
    />
  )
}
