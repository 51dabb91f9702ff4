import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Badge } from '../../../ui/text/badge.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { Time } from '../../../ui/text/time.tsx'
import { archivesStatsQuery } from '../jobs/job-queries.ts'
import { useMayCall } from '../operator.ts'
import { DetailRows } from '../parts/details-drawer.tsx'
import { PanelItem } from '../parts/panel.tsx'
import { QueryState } from '../parts/query-state.tsx'
import { adminStatsQuery, type DashboardStats, graceUsersQuery } from './statistics-queries.ts'

interface Props {
  readonly gracePeriod: DashboardStats['stats']['gracePeriod']
  /** The button that deletes the expired ones. */
  readonly cleanup: ReactNode
}

/** Deleted accounts whose owners can come back for 30 days. */
export function GraceManagement({ gracePeriod: { active, expired }, cleanup }: Props) {
  const [dialog, setDialog] = useState<'users' | 'count' | null>(null)
  const mayList = useMayCall('listGracePeriodUsers')
  const onOpenChange = (open: boolean) => !open && setDialog(null)
  return (
    <PanelItem
      title={
        <>
          Grace Period Management
          <Badge tone={expired > 0 ? 'warn' : 'neutral'}>{expired > 0 ? 'Action Needed' : 'All Clear'}</Badge>
        </>
      }
      end={
        <div className="flex flex-wrap gap-2 empty:hidden">
          {mayList && (
            <>
              <Button variant="secondary" size="sm" onClick={() => setDialog('users')}>
                View Users
              </Button>
              <Button variant="secondary" size="sm" onClick={() => setDialog('count')}>
                Verify Count
              </Button>
            </>
          )}
          {cleanup}
        </div>
      }
    >
      {formatCount(active)} active, {formatCount(expired)} expired user deletion grace periods
      <GraceUsersDialog open={dialog === 'users'} onOpenChange={onOpenChange} />
      <VerifyCountDialog open={dialog === 'count'} onOpenChange={onOpenChange} />
    </PanelItem>
  )
}

interface DialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

function GraceUsersDialog({ open, onOpenChange }: DialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Users in deletion grace period">
      <GraceUsers />
    </Dialog>
  )
}

function GraceUsers() {
  const query = useQuery(graceUsersQuery(useApi()))
  return (
    <QueryState query={query} call="listGracePeriodUsers" failure="Error fetching grace period users">
      {({ gracePeriodUsers, total }) =>
        gracePeriodUsers.length === 0 ? (
          <p>No users in deletion grace period found.</p>
        ) : (
          <>
            <ul aria-label="Users" className="divide-y rounded-md border">
              {gracePeriodUsers.map(({ id, username, email, grace_ends_at }) => (
                <li key={id} className="flex flex-wrap justify-between gap-x-3 px-3 py-2 text-small">
                  <span className="grid min-w-0">
                    <span className="font-medium break-all">{username}</span>
                    <span className="break-all text-ink-3">{email}</span>
                  </span>
                  <span className="text-ink-3">
                    ends <Time at={grace_ends_at} />
                  </span>
                </li>
              ))}
            </ul>
            {total > gracePeriodUsers.length && (
              <p className="text-small text-ink-2">
                The first {gracePeriodUsers.length} of {formatCount(total)}.
              </p>
            )}
          </>
        )
      }
    </QueryState>
  )
}

/** Counts the list again on the server, and says whether the card agrees with it. */
function VerifyCountDialog({ open, onOpenChange }: DialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Verify Count">
      <ComparedCounts />
    </Dialog>
  )
}

function ComparedCounts() {
  const api = useApi()
  const list = useQuery({ ...graceUsersQuery(api), refetchOnMount: 'always' })
  const card = useQuery({ ...adminStatsQuery(api), refetchOnMount: 'always' })
  const isFetching = list.isFetching || card.isFetching
  const both = {
    // Never an older count.
    data:
      isFetching || !list.data || !card.data
        ? undefined
        : { listed: list.data.total, counted: card.data.gracePeriod.active },
    error: list.error ?? card.error,
    isFetching,
    refetch: () => Promise.all([list.refetch(), card.refetch()]),
  }
  return (
    <QueryState query={both} call="listGracePeriodUsers" failure="Error fetching grace period users">
      {({ listed, counted }) => (
        <>
          <Banner tone={listed === counted ? 'good' : 'warn'}>
            {listed === counted
              ? 'The card and the list agree.'
              : 'The card and the list do not agree. The numbers may have just changed: check again in a minute.'}
          </Banner>
          <DetailRows
            facts={[
              { label: 'Active on the card', value: formatCount(counted) },
              { label: 'Users in the list', value: formatCount(listed) },
            ]}
          />
        </>
      )}
    </QueryState>
  )
}

export function ArchiveStatsDialog({ open, onOpenChange }: DialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Archive Statistics">
      <ArchiveStats />
    </Dialog>
  )
}

function ArchiveStats() {
  const query = useQuery({ ...archivesStatsQuery(useApi()), refetchOnMount: 'always' })
  return (
    <QueryState query={query} call="readArchivesStats" failure="Error fetching archive statistics">
      {({ totalArchivedProjects, usersWithArchives, restorationEligible }) => (
        <DetailRows
          facts={[
            { label: 'Archived projects', value: formatCount(totalArchivedProjects) },
            { label: 'Users with archives', value: formatCount(usersWithArchives) },
            { label: 'Eligible for restoring', value: formatCount(restorationEligible) },
          ]}
        />
      )}
    </QueryState>
  )
}
