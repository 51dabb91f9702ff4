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

type BackupsOffsite = NonNullable<BackupList['offsite']>

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

const units = { d: 'day', w: 'week', m: 'month' } as const

/** @param rule '7', or '7d,4w,12m' */
function retainedText(rule: string): string {
  if (/^\d+$/.test(rule)) return `The newest ${rule === '1' ? 'one is' : `${rule} are`} stored`
  const parts = rule.split(',').map((part) => {
    const unit = units[part.slice(-1) as keyof typeof units]
    return part.startsWith('1') && part.length === 2 ? `one ${unit}` : `${part.slice(0, -1)} ${unit}s`
  })
  return `The newest of each of ${parts.join(', ')} is stored`
}

function scheduleText({ retained, every_hours }: BackupList): string {
  const stored = `${retainedText(retained)} (BACKUPS_RETAINED).`
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
              onPage={(page, options) => setFilters({ page }, options)}
            />
            <RestoreInstructions list={list} />
          </>
        )}
      </QueryState>
      {visible && <BackupDrawer backup={visible} onClose={() => setOpened(null)} />}
    </OperatorPage>
  )
}

function Notes({ list: { obstacle, folder, offsite } }: { list: BackupList }) {
  return (
    <div className="mb-4 grid gap-3">
      {obstacle && (
        <Banner tone="warn" title="This server cannot make backups">
          {obstacle}
        </Banner>
      )}
      {offsite && <Offsite offsite={offsite} />}
      <Banner title="The server secret is not in a backup">
        Without it, nobody can decrypt a backup. Store the secret and the backups in different places
        {offsite ? '.' : ', and copy the backups from '}
        {!offsite && (
          <>
            <Path path={folder} /> to another machine, or set BACKUP_TO: they cannot be downloaded here.
          </>
        )}
      </Banner>
    </div>
  )
}

const Path = ({ path }: { path: string }) => <span className="font-mono text-small break-all">{path}</span>

/** Where backups go that leave the machine. */
function Offsite({
  offsite: { to, sent_file, sent_at, failed_since, failure, clean_up_failure },
}: {
  offsite: BackupsOffsite
}) {
  const newest =
    sent_at && sent_file ? (
      <>
        The newest one there is <Path path={sent_file} />, <Time at={sent_at} />.
      </>
    ) : (
      'None has arrived there yet.'
    )
  if (failed_since === null && clean_up_failure !== null)
    return (
      <Banner tone="warn" title="Older backups are not deleted in the other place">
        Deleting in <Path path={to} /> failed: {clean_up_failure} {newest} The next backup that is sent tries
        again.
      </Banner>
    )
  if (failed_since === null)
    return (
      <Banner title="Backups go to another place, encrypted">
        Each goes to <Path path={to} /> (BACKUP_TO). {newest}
      </Banner>
    )
  return (
    <Banner tone="bad" title="Backups do not arrive in the other place">
      Sending to <Path path={to} /> has failed since <Time at={failed_since} />: {failure} {newest} The server
      tries again every 15 minutes.
    </Banner>
  )
}
