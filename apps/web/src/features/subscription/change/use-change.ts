import type { BillingInterval } from '@envhold/contract/billing/payments.ts'
import { changeSubscription, type previewSubscriptionChange } from '@envhold/contract/billing/plan-change.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useConnection } from '../../../connection/use-connection.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { changePreviewQuery } from '../billing-queries.ts'
import { usePlanChanged } from '../checkout/await-activation.ts'

export type ChangePreview = OutputOf<typeof previewSubscriptionChange>

interface Change {
  readonly subscriptionId: number
  readonly planId: number
  readonly billingInterval: BillingInterval
}

/** Asks what a change costs, and orders it for that. */
export function useChange({ subscriptionId, ...change }: Change, onDone: () => void) {
  const { api, queries } = useConnection()
  const planChanged = usePlanChanged()
  const params = { id: subscriptionId }
  const options = changePreviewQuery(api, { params, query: change })
  const query = useQuery(options)
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ due_now: dueNow, previewed_at: previewedAt }: ChangePreview) =>
      api.call(changeSubscription, { params, body: { ...change, dueNow, previewedAt } }),
    onSuccess: async ({ message, subscription }) => {
      toast.success(message)
      onDone()
      await planChanged(subscription)
    },
    // Whatever is confirmed next is an amount of then.
    onError: () => queries.invalidateQueries(options),
  })
  return { query, order: mutate, isOrdering: isPending, error }
}
