import { formatBytes } from '@envhold/contract/limits.ts'
import type { Backup, BackupList } from '@envhold/contract/operator/backups.ts'
import { useState } from 'react'
import { z } from 'zod'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { useMayCall } from '../operator.ts'
import { type Column, DataTable, ResultsPager } from '../parts/data-table.tsx'
import { pageFilter, useFilters } from '../parts/filters.tsx'
import { OperatorPage } from '../parts/operator-page.tsx'
import { QueryState } from '../parts/query-state.tsx'
import {
  BackupState,
  RestoreInstructions,
  startedBy,
  useBackupActions,
  useBackups,
  VerificationBadge,
} from './backup.tsx'
import { BackupDrawer } from './backup-drawer.tsx'
import { RevokedSinceBackup } from './revoked-since-backup.tsx'

const filterSchema = z.object({ page: pageFilter })

const columns: readonly Column<Backup>[] = [
  {
    head: 'File',
    cell: ({ file }) => <span className="font-mono text-small break-all">{file}</span>,
    className: 'sm:whitespace-nowrap',
  },
  { head: 'State', cell: (backup) => <BackupState backup={backup} /> },
  {
    head: 'Size',
    cell: ({ contents }) => (contents ? formatBytes(contents.size) : '–'),
    align: 'right',
    className: 'whitespace-nowrap',
  },
  { head: 'Verified', cell: (backup) => <VerificationBadge verification={backup.verification} /> },
  { head: 'Node', cell: ({ node }) => node || '–', className: 'max-lg:hidden' },
  { head: 'Started by', cell: startedBy, className: 'max-lg:hidden' },
  { head: 'Started', cell: ({ started_at }) => <Time at={started_at} />, className: 'whitespace-nowrap' },
]

function scheduleText({ retained, every_hours }: BackupList): string {
  const stored = `The newest ${retained === 1 ? 'one is' : `${retained} are`} stored (BACKUPS_RETAINED).`
  if (every_hours === null) return `${stored} There is no schedule (BACKUP_EVERY_HOURS).`
  return `${stored} One is made every ${every_hours === 1 ? 'hour' : `${every_hours} hours`} (BACKUP_EVERY_HOURS).`
}

/** Copies of the database, on the server's disk. */
export function BackupsPage() {
  const [{ page }, setFilters] = useFilters(filterSchema)
  const [opened, setOpened] = useState<number | null>(null)
  const query = useBackups(page)
  const mayCreate = useMayCall('createBackup')
  const { create } = useBackupActions()
  const visible = query.data?.backups.find(({ id }) => id === opened)
  return (
    <OperatorPage
      title="Backups"
      description={
        query.data ? scheduleText(query.data) : 'Copies of the database on the disk of the server.'
      }
      queries={[query]}
      actions={
        mayCreate &&
        query.data &&
        !query.data.obstacle && (
          <Button size="sm" busy={create.isPending} onClick={() => create.mutate()}>
            Back Up Now
          </Button>
        )
      }
    >
      <QueryState
        query={query}
        call="listBackups"
        rows={({ backups }) => backups.length}
        failure="Failed to load backups"
      >
        {(list) => (
          <>
            <RevokedSinceBackup />
            <Notes list={list} />
            <DataTable
              label="Backups"
              columns={columns}
              rows={list.backups}
              rowKey={({ id }) => id}
              onOpen={({ id }) => setOpened(id)}
              isStale={query.isPlaceholderData}
              empty={
                <EmptyState title="There is no backup yet">
                  Back up now, or set BACKUP_EVERY_HOURS for a schedule.
                </EmptyState>
              }
            />
            <ResultsPager
              label="Backups"
              pagination={list.pagination}
              onPage={(to) => setFilters({ page: to })}
            />
            <RestoreInstructions list={list} />
          </>
        )}
      </QueryState>
      {visible && <BackupDrawer backup={visible} onClose={() => setOpened(null)} />}
    </OperatorPage>
  )
}

function Notes({ list: { obstacle, folder } }: { list: BackupList }) {
  return (
    <div className="mb-4 grid gap-3">
      {obstacle && (
        <Banner tone="warn" title="This server cannot make backups">
          {obstacle}
        </Banner>
      )}
      <Banner title="The server secret is not in a backup">
        Without it, nobody can decrypt a backup. Store the secret and the backups in different places, and
        copy the backups from <span className="font-mono text-small break-all">{folder}</span> to another
        machine: they cannot be downloaded here.
      </Banner>
    </div>
  )
}
