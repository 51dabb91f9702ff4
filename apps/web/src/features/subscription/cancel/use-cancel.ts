import type { CancelReason } from '@envhold/contract/payments.ts'
import { cancelSubscription } from '@envhold/contract/subscription.ts'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../../connection/use-api.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { usePlanChanged } from '../use-plan-changed.ts'

interface Reason {
  readonly reason: CancelReason
  readonly comment: string
}

/** Cancels a subscription at the end of its period. */
export function useCancel(subscriptionId: number, onDone: () => void) {
  const api = useApi()
  const planChanged = usePlanChanged()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ reason, comment }: Reason) => {
      const body = { subscriptionId, reason, ...(reason === 'other' && { comment: comment.trim() }) }
      return (await api.call(cancelSubscription, { body })).subscription
    },
    onSuccess: async (canceled) => {
      void toast.success(
        'Subscription canceled successfully. It will remain active until the end of your current billing period.',
      )
      onDone()
      await planChanged(canceled)
    },
  })
  return { cancel: mutate, isCanceling: isPending, error }
}
