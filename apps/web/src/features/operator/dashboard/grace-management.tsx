import { type ReactNode, useState } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { PanelItem } from '../parts/panel.tsx'
import { useMayCall } from '../use-operator.ts'
import { GraceUsersDialog } from './grace-users-dialog.tsx'
import type { DashboardStats } from './statistics-queries.ts'
import { VerifyCountDialog } from './verify-count-dialog.tsx'

interface Props {
  readonly gracePeriod: DashboardStats['stats']['gracePeriod']
  /** The button that deletes the expired ones. */
  readonly cleanup: ReactNode
}

/** Deleted accounts whose owners can come back for 30 days. */
export function GraceManagement({ gracePeriod: { active, expired }, cleanup }: Props) {
  const [shown, setShown] = useState<'users' | 'count' | null>(null)
  const mayList = useMayCall('listGracePeriodUsers')
  const onOpenChange = (open: boolean) => !open && setShown(null)
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
              <Button variant="secondary" size="sm" onClick={() => setShown('users')}>
                View Users
              </Button>
              <Button variant="secondary" size="sm" onClick={() => setShown('count')}>
                Verify Count
              </Button>
            </>
          )}
          {cleanup}
        </div>
      }
    >
      {active.toLocaleString('en-US')} active, {expired.toLocaleString('en-US')} expired user deletion grace
      periods
      <GraceUsersDialog open={shown === 'users'} onOpenChange={onOpenChange} />
      <VerifyCountDialog open={shown === 'count'} onOpenChange={onOpenChange} />
    </PanelItem>
  )
}
