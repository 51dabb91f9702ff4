import type { Job } from '@envhold/contract/operator/jobs.ts'
import {
  dismissRevocations,
  listRevocations,
  type PendingRevocation,
  type RevocationList,
  revocations,
} from '@envhold/contract/operator/revocations.ts'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../../connection/use-api.ts'
import { useRead } from '../../../connection/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { Time } from '../../../ui/text/time.tsx'
import { JobDialog } from '../jobs/job-drawer.tsx'
import { StartJobDialog } from '../jobs/start-job-dialog.tsx'
import { useMayCall } from '../operator.ts'
import { type Column, DataTable, ResultsPager } from '../parts/data-table.tsx'
import { TypedConfirmDialog } from '../parts/typed-confirm-dialog.tsx'

/** Such as 'deploy, in Web shop, production'. */
function aboutOf({ subject, username, project, environment }: PendingRevocation): string {
  const where = [project, environment].filter(Boolean).join(', ')
  return [[subject, username].filter(Boolean).join(', '), where].filter(Boolean).join(' in ') || '–'
}

const columns: readonly Column<PendingRevocation>[] = [
  { head: 'Revocation', cell: ({ kind }) => revocations[kind].label },
  { head: 'About', cell: aboutOf, className: 'break-words' },
  { head: 'Revoked', cell: ({ revoked_at }) => <Time at={revoked_at} />, className: 'whitespace-nowrap' },
]

/** What was revoked after the backup that was restored; nothing if there is none. */
export function RevokedSinceBackup() {
  const [page, setPage] = useState(1)
  const [started, setStarted] = useState<Job | null>(null)
  const options = { placeholderData: keepPreviousData, enabled: useMayCall('listRevocations') }
  const query = useRead(listRevocations, { query: { page } }, options)
  const list = query.data
  return (
    <>
      {list && list.pagination.total > 0 && (
        <section className="mb-6 grid grid-cols-[minmax(0,1fr)] gap-3" aria-label="Revoked since the backup">
          <Summary list={list} onStarted={setStarted} />
          <DataTable
            label="Revoked since the backup"
            columns={columns}
            rows={list.revocations}
            rowKey={({ id }) => id}
            isStale={query.isPlaceholderData}
          />
          <ResultsPager label="Revocations" pagination={list.pagination} onPage={setPage} />
        </section>
      )}
      <JobDialog started={started} onClose={() => setStarted(null)} />
    </>
  )
}

function Summary({ list, onStarted }: { list: RevocationList; onStarted: (job: Job) => void }) {
  const [dialog, setDialog] = useState<'reapply' | 'dismiss' | null>(null)
  const mayReapply = useMayCall('reapplyRevocations')
  const { total } = list.pagination
  const title = formatCount(total, 'revocation was undone', 'revocations were undone')
  const close = (open: boolean) => !open && setDialog(null)
  return (
    <Banner tone="bad" title={`${title} by the restore`}>
      <p>
        A backup was restored, and what was revoked after it was made works again. Revoke it again, unless it
        is what you restored the backup for.
      </p>
      {mayReapply && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button variant="danger" size="sm" onClick={() => setDialog('reapply')}>
            Revoke All Again
          </Button>
          <Button variant="secondary" size="sm" onClick={() => setDialog('dismiss')}>
            Dismiss
          </Button>
        </div>
      )}
      <StartJobDialog
        kind="reapply-revocations"
        open={dialog === 'reapply'}
        onOpenChange={close}
        onStarted={onStarted}
      />
      <DismissDialog open={dialog === 'dismiss'} onOpenChange={close} />
    </Banner>
  )
}

/** Asks before the list of what a restore brought back is emptied. */
function DismissDialog(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const api = useApi()
  const queries = useQueryClient()
  const dismiss = async () => {
    await api.call(dismissRevocations, {})
    await queries.invalidateQueries()
  }
  return (
    <TypedConfirmDialog
      {...props}
      title="Dismiss the List"
      description="Everything stays as the backup has it: keys, tokens and people who lost access keep it. The audit log records this."
      confirmText="Dismiss"
      tone="danger"
      typedWord="dismiss"
      errors={{ fallback: 'Failed to dismiss the list' }}
      onConfirm={dismiss}
    />
  )
}
