import type { BillingInterval, ProviderId } from '@envhold/contract/billing/payments.ts'
import { startCheckout } from '@envhold/contract/billing/subscription.ts'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../../connection/use-api.ts'
import { useGoToPage } from './use-go-to-page.ts'

interface Choice {
  readonly planId: number
  readonly billingInterval: BillingInterval
  readonly provider?: ProviderId | undefined
}

/** Leads to the checkout of a plan. */
export function useCheckout() {
  const api = useApi()
  const { isLeaving, goTo } = useGoToPage()
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: async ({ provider, ...choice }: Choice) => {
      const back = `${window.location.origin}/subscription`
      const body = { ...choice, ...(provider && { provider }) }
      const urls = { successUrl: `${back}?success=true`, cancelUrl: `${back}?canceled=true` }
      goTo((await api.call(startCheckout, { body: { ...body, ...urls } })).checkoutUrl)
    },
  })
  const isBusy = isPending || isLeaving
  return { start: mutate, isBusy, planId: isBusy ? variables?.planId : undefined, error }
}
