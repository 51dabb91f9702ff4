import {
  type AdminPlan,
  callOffPlannedLimits,
  deletePlan,
  listAllPlans,
} from '@envhold/contract/operator/plans.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { refetchReads } from '../../../connection/api/read-query.ts'
import { useApi } from '../../../connection/use-api.ts'
import { useRead } from '../../../connection/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useMayCall } from '../operator.ts'
import { OperatorPage } from '../parts/operator-page.tsx'
import { QueryState } from '../parts/query-state.tsx'
import { TypedConfirmDialog } from '../parts/typed-confirm-dialog.tsx'
import { PlanCard } from './plan-card.tsx'
import { PlanDialog } from './plan-dialog.tsx'

export function PlansPage() {
  const api = useApi()
  const client = useQueryClient()
  const plans = useRead(listAllPlans, {})
  const mayCreate = useMayCall('createPlan')
  const [edited, setEdited] = useState<AdminPlan | 'new' | null>(null)
  const [deleted, setDeleted] = useState<AdminPlan | null>(null)
  const [calledOff, setCalledOff] = useState<AdminPlan | null>(null)
  const refresh = () => refetchReads(client, listAllPlans)
  const remove = async ({ id }: AdminPlan) => {
    await api.call(deletePlan, { params: { id } })
    await refresh()
  }
  const callOff = async ({ id }: AdminPlan) => {
    const { message } = await api.call(callOffPlannedLimits, { params: { id } })
    toast.success(message)
    await refresh()
  }
  return (
    <OperatorPage
      title="Plan Management"
      queries={[plans]}
      actions={
        mayCreate && (
          <Button size="sm" onClick={() => setEdited('new')}>
            <Plus />
            Create Plan
          </Button>
        )
      }
    >
      <QueryState query={plans} call="listAllPlans" failure="Failed to load plans">
        {(data) => (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 sm:grid-cols-2 lg:grid-cols-3">
            {data.plans.map((plan) => (
              <PlanCard
                key={plan.id}
                plan={plan}
                onEdit={() => setEdited(plan)}
                onDelete={() => setDeleted(plan)}
                onCallOff={() => setCalledOff(plan)}
              />
            ))}
          </div>
        )}
      </QueryState>
      {edited && (
        <PlanDialog
          plan={edited === 'new' ? undefined : edited}
          onChanged={refresh}
          onClose={() => setEdited(null)}
        />
      )}
      <TypedConfirmDialog
        open={deleted !== null}
        onOpenChange={() => setDeleted(null)}
        title="Delete plan"
        description="Are you sure you want to delete this plan?"
        confirmText={`Delete ${deleted?.display_name ?? ''}`}
        errors={{ fallback: 'Failed to delete the plan' }}
        onConfirm={async () => deleted && (await remove(deleted))}
      />
      <TypedConfirmDialog
        open={calledOff !== null}
        onOpenChange={() => setCalledOff(null)}
        title="Call off lower limits"
        description="The limits stay as they are. Those who were mailed about them are mailed that nothing changes."
        confirmText="Call Off"
        tone="primary"
        errors={{ fallback: 'Failed to call off the lower limits' }}
        onConfirm={async () => calledOff && (await callOff(calledOff))}
      />
    </OperatorPage>
  )
}
