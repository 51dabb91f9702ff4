import { freePlan } from '@envhold/contract/billing/plans.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { listAllPlans } from '@envhold/contract/operator/plans.ts'
import { endUserPlan, grantUserPlan, readUserBilling } from '@envhold/contract/operator/user-billing.ts'
import { listUsers, readUserDetail } from '@envhold/contract/operator/users.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refetchReads } from '../../../connection/api/read-query.ts'
import { useApi } from '../../../connection/use-api.ts'
import { useRead } from '../../../connection/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Time } from '../../../ui/text/time.tsx'
import { useMayCall } from '../operator.ts'
import { DetailRows } from '../parts/details-drawer.tsx'
import { TypedConfirmDialog } from '../parts/typed-confirm-dialog.tsx'
import { type Grant, GrantFields, isComplete, isEdited, newGrant, toGrant } from './grant-fields.tsx'

type Granted = OutputOf<typeof readUserBilling>['granted_plan']

/** What an operator gave the account, and the buttons that give and take back. */
export function GrantedPlan({ userId, granted }: { userId: number; granted: Granted }) {
  const [dialog, setDialog] = useState<'grant' | 'end' | null>(null)
  const [mayGrant, mayEnd] = [useMayCall('grantUserPlan'), useMayCall('endUserPlan')]
  const close = () => setDialog(null)
  return (
    <>
      {granted && (
        <DetailRows
          facts={{
            'Given by an operator': granted.plan_display_name,
            Until: <Time at={granted.ends_at} date />,
            Reason: granted.reason,
            By: granted.granted_by ?? 'A deleted account, or a command on the server',
          }}
        />
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {mayGrant && (
          <Button variant="secondary" size="sm" onClick={() => setDialog('grant')}>
            {granted ? 'Change Given Plan' : 'Give a Plan'}
          </Button>
        )}
        {mayEnd && granted && (
          <Button variant="dangerOutline" size="sm" onClick={() => setDialog('end')}>
            Take Back Plan
          </Button>
        )}
      </div>
      {dialog === 'grant' && <GrantDialog userId={userId} onClose={close} />}
      {dialog === 'end' && <EndDialog userId={userId} onClose={close} />}
    </>
  )
}

interface DialogProps {
  readonly userId: number
  readonly onClose: () => void
}

function useDone() {
  const queries = useQueryClient()
  return async (message: string) => {
    toast.success(message)
    await refetchReads(queries, readUserBilling, readUserDetail, listUsers)
  }
}

function GrantDialog({ userId, onClose }: DialogProps) {
  const api = useApi()
  const done = useDone()
  const [grant, setGrant] = useState<Grant>(newGrant)
  const { data } = useRead(listAllPlans, {})
  const plans = (data?.plans ?? []).filter(({ name }) => name !== freePlan)
  return (
    <TypedConfirmDialog
      open
      onOpenChange={onClose}
      title="Give a Plan"
      description="It costs the user nothing. A subscription stays as it is, and counts again afterwards."
      confirmText="Give Plan"
      tone="primary"
      disabled={!isComplete(grant)}
      isDirty={isEdited(grant)}
      reason={{ hint: 'Shown to the user, in an e-mail and on the account page.' }}
      errors={{ fallback: 'Failed to give the plan' }}
      onConfirm={async (reason) => {
        const body = { ...toGrant(grant), reason }
        await done((await api.call(grantUserPlan, { params: { id: userId }, body })).message)
      }}
    >
      <GrantFields grant={grant} plans={plans} onChange={setGrant} />
    </TypedConfirmDialog>
  )
}

function EndDialog({ userId, onClose }: DialogProps) {
  const api = useApi()
  const done = useDone()
  return (
    <TypedConfirmDialog
      open
      onOpenChange={onClose}
      title="Take Back Plan"
      description="The account has what its subscription pays for, or the free plan. What is over its limits gets a grace period."
      confirmText="Take Back Plan"
      reason={{ hint: 'Shown to the user, in an e-mail and on the account page.' }}
      errors={{ fallback: 'Failed to take back the plan' }}
      onConfirm={async (reason) => {
        await done((await api.call(endUserPlan, { params: { id: userId }, body: { reason } })).message)
      }}
    />
  )
}
