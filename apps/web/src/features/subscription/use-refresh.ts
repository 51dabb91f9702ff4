import { isEntitled, providerNames } from '@envhold/contract/billing/payments.ts'
import { refreshSubscription } from '@envhold/contract/billing/subscription.ts'
import { useMutation } from '@tanstack/react-query'
import { notifyError } from '../../connection/api/notify-error.ts'
import { useApi } from '../../connection/use-api.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { billingErrors } from './billing-errors.ts'
import { activated } from './checkout/await-activation.ts'
import { usePlanChanged } from './use-plan-changed.ts'

/** Asks the provider now, for who does not want to wait. */
export function useRefresh() {
  const api = useApi()
  const planChanged = usePlanChanged()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await api.call(refreshSubscription, {})).subscription,
    onSuccess: async (subscription) => {
      if (subscription && isEntitled(subscription.status)) void toast.success(activated)
      else
        void toast.info(
          `No payment has arrived yet${subscription ? ` from ${providerNames[subscription.provider]}` : ''}.`,
        )
      await planChanged(subscription)
    },
    onError: (error) => notifyError(error, billingErrors.checkSubscription),
  })
  return { check: () => mutate(), isChecking: isPending }
}
