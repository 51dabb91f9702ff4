import { resumeSubscription } from '@envhold/contract/billing/subscription.ts'
import { useMutation } from '@tanstack/react-query'
import { notifyError } from '../../connection/api/notify-error.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { billingErrors } from './billing-errors.ts'
import { refetchBilling } from './billing-queries.ts'
import { usePlanChanged } from './use-plan-changed.ts'

/** Takes a cancellation or a pause back. */
export function useResume(subscriptionId: number) {
  const { api, queries } = useConnection()
  const planChanged = usePlanChanged()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await api.call(resumeSubscription, { body: { subscriptionId } })).subscription,
    onSuccess: async (subscription) => {
      void toast.success('Subscription resumed')
      await planChanged(subscription)
    },
    onError: async (error) => {
      notifyError(error, billingErrors.resumeSubscription)
      await refetchBilling(queries)
    },
  })
  return { resume: () => mutate(), isResuming: isPending }
}
