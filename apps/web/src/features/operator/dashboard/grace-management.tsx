import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { readArchivesStats } from '@envhold/contract/operator/start-jobs.ts'
import { readAdminStats } from '@envhold/contract/operator/statistics.ts'
import { listGracePeriodUsers } from '@envhold/contract/operator/users.ts'
import { type ReactNode, useState } from 'react'
import { useRead } from '../../../connection/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Badge } from '../../../ui/text/badge.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { Time } from '../../../ui/text/time.tsx'
import { useMayCall } from '../operator.ts'
import { DetailRows } from '../parts/details-drawer.tsx'
import { PanelItem } from '../parts/panel.tsx'
import { allOf, QueryState } from '../parts/query-state.tsx'

/** Asked for whenever it is shown. */
const always = { staleTime: 0 }

interface Props {
  readonly gracePeriod: OutputOf<typeof readAdminStats>['gracePeriod']
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
      <Dialog open={dialog === 'users'} onOpenChange={onOpenChange} title="Users in deletion grace period">
        <GraceUsers />
      </Dialog>
      <Dialog open={dialog === 'count'} onOpenChange={onOpenChange} title="Verify Count">
        <ComparedCounts />
      </Dialog>
    </PanelItem>
  )
}

function GraceUsers() {
  const query = useRead(listGracePeriodUsers, {}, always)
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
function ComparedCounts() {
  const list = useRead(listGracePeriodUsers, {}, { ...always, refetchOnMount: 'always' })
  const card = useRead(readAdminStats, {}, { refetchOnMount: 'always' })
  const both = allOf({ list, card })
  // Never an older count.
  const query = both.isFetching ? { ...both, data: undefined } : both
  return (
    <QueryState query={query} call="listGracePeriodUsers" failure="Error fetching grace period users">
      {({ list: { total }, card: { gracePeriod } }) => (
        <>
          <Banner tone={total === gracePeriod.active ? 'good' : 'warn'}>
            {total === gracePeriod.active
              ? 'The card and the list agree.'
              : 'The card and the list do not agree. The numbers may have just changed: check again in a minute.'}
          </Banner>
          <DetailRows
            facts={{
              'Active on the card': formatCount(gracePeriod.active),
              'Users in the list': formatCount(total),
            }}
          />
        </>
      )}
    </QueryState>
  )
}

export function ArchiveStats() {
  const query = useRead(readArchivesStats, {}, { refetchOnMount: 'always' })
  return (
    <QueryState query={query} call="readArchivesStats" failure="Error fetching archive statistics">
      {({ totalArchivedProjects, usersWithArchives, restorationEligible }) => (
        <DetailRows
          facts={{
            'Archived projects': formatCount(totalArchivedProjects),
            'Users with archives': formatCount(usersWithArchives),
            'Eligible for restoring': formatCount(restorationEligible),
          }}
        />
      )}
    </QueryState>
  )
}
