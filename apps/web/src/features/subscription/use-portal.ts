import { openCustomerPortal } from '@envhold/contract/billing/subscription.ts'
import { useMutation } from '@tanstack/react-query'
import { notifyError } from '../../connection/api/notify-error.ts'
import { useApi } from '../../connection/use-api.ts'
import { billingErrors } from './billing-errors.ts'
import { useGoToPage } from './checkout/use-go-to-page.ts'

/** Leads to the provider's customer portal, and back here from there. */
export function usePortal() {
  const api = useApi()
  const { isLeaving, goTo } = useGoToPage()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const returnUrl = `${window.location.origin}/subscription`
      goTo((await api.call(openCustomerPortal, { body: { returnUrl } })).portalUrl)
    },
    onError: (error) => notifyError(error, billingErrors.openPortal),
  })
  return { open: () => mutate(), isOpening: isPending || isLeaving }
}
