import type { BillingInterval, ProviderId } from '@envhold/contract/billing/payments.ts'
import { openCustomerPortal, startCheckout } from '@envhold/contract/billing/subscription.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { useApi } from '../../../connection/use-api.ts'
import { billingErrors } from '../billing-queries.ts'

const isLoopback = ({ hostname }: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/**
 * A page of a payment provider that the browser may be sent to: over HTTPS, of this server, or, on a developer's
 * machine, of this machine. Anything else in its place, such as a script, is refused.
 */
export function providerPage(url: string, origin: string): string {
  const here = new URL(origin)
  const target = new URL(url, here)
  const isLocal = target.protocol === 'http:' && isLoopback(target) && isLoopback(here)
  if (target.protocol !== 'https:' && target.origin !== here.origin && !isLocal)
    throw new TypeError('The payment page is neither on this server nor behind HTTPS')
  return target.href
}

/** Leaves for a page of a provider. Buttons stay busy until it shows, and are free again for who comes back. */
export function useGoToPage() {
  const [isLeaving, setIsLeaving] = useState(false)
  useEffect(() => {
    // The way back may bring this page out of the browser's memory, as it was left.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && setIsLeaving(false)
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }, [])
  const goTo = (url: string) => {
    const page = providerPage(url, window.location.origin)
    setIsLeaving(true)
    window.location.assign(page)
  }
  return { isLeaving, goTo }
}

interface Choice {
  readonly planId: number
  readonly billingInterval: BillingInterval
  readonly provider?: ProviderId | undefined
  /** The provider that is shown as chosen. */
  readonly expected?: ProviderId | undefined
}

/** A checkout at another provider than the one that was shown: its customer decides. */
interface Replaced {
  readonly provider: ProviderId
  readonly url: string
}

/** Leads to the checkout of a plan; to one at another provider than expected only when that is said. */
export function useCheckout() {
  const api = useApi()
  const { isLeaving, goTo } = useGoToPage()
  const { mutate, isPending, variables, error, data } = useMutation({
    mutationFn: async ({ provider, expected, ...choice }: Choice): Promise<Replaced | undefined> => {
      const back = `${window.location.origin}/subscription`
      const body = { ...choice, ...(provider && { provider }) }
      const urls = { successUrl: `${back}?success=true`, cancelUrl: `${back}?canceled=true` }
      const started = await api.call(startCheckout, { body: { ...body, ...urls } })
      if (expected && started.provider !== expected)
        return { provider: started.provider, url: started.checkoutUrl }
      goTo(started.checkoutUrl)
      return undefined
    },
  })
  const isBusy = isPending || isLeaving
  const planId = isBusy ? variables?.planId : undefined
  return { start: mutate, isBusy, planId, error, choice: variables, replaced: data, goTo }
}

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
