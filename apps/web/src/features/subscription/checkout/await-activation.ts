import { isEntitled, providerNames } from '@envhold/contract/billing/payments.ts'
import {
  type readCurrentSubscription,
  refreshSubscription,
  resumeSubscription,
  type Subscription,
} from '@envhold/contract/billing/subscription.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { useApi } from '../../../connection/use-api.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { wait } from '../../../ui/wait.ts'
import { billingErrors, currentSubscriptionQuery, refetchBilling } from '../billing-queries.ts'

/** Between the questions; 20 seconds in all. */
const waitsMs = [0, 1_000, 2_000, 3_000, 4_000, 5_000, 5_000] as const

interface Options {
  /** Asks the provider. A failure is as good as 'not yet'. */
  readonly refresh: () => Promise<Refreshed>
  readonly wait: (ms: number) => Promise<void>
  readonly isStopped: () => boolean
}

type Refreshed = OutputOf<typeof refreshSubscription>

/** After a checkout: asks until the payment has arrived. `none`: there was no checkout, whatever the address says. */
export async function awaitActivation({
  refresh,
  wait,
  isStopped,
}: Options): Promise<'active' | 'unconfirmed' | 'none'> {
  for (const ms of waitsMs) {
    await wait(ms)
    if (isStopped()) return 'none'
    const refreshed = await refresh().catch(() => undefined)
    if (refreshed?.has_checkout === false) return 'none'
    if (refreshed?.subscription && isEntitled(refreshed.subscription.status)) return 'active'
  }
  return 'unconfirmed'
}

const activated = 'Subscription activated successfully!'

/**
 * What the page does with an answer of the checkout that it was opened with.
 * `confirming`: the payment is being asked for; `unconfirmed`: it had not arrived after 20 seconds.
 */
export function useCheckoutReturn(answer: 'success' | 'canceled' | undefined, onTaken: () => void) {
  const api = useApi()
  const planChanged = usePlanChanged()
  const [state, setState] = useState<'confirming' | 'unconfirmed'>()
  const [attempt, setAttempt] = useState(0)
  const take = useEffectEvent((taken: 'success' | 'canceled') => {
    if (taken === 'canceled') toast.info('Payment was canceled. You can try again anytime.')
    else {
      setState('confirming')
      setAttempt(attempt + 1)
    }
    onTaken()
  })
  const confirm = useEffectEvent(async (isStopped: () => boolean) => {
    const outcome = await awaitActivation({
      isStopped,
      wait,
      refresh: async () => {
        const refreshed = await api.call(refreshSubscription, {})
        if (!isStopped()) await planChanged(refreshed.subscription)
        return refreshed
      },
    })
    if (isStopped()) return
    if (outcome === 'active') toast.success(activated)
    setState(outcome === 'unconfirmed' ? outcome : undefined)
  })
  useEffect(() => {
    if (answer) take(answer)
  }, [answer])
  useEffect(() => {
    if (attempt === 0) return
    let isStopped = false
    void confirm(() => isStopped)
    return () => {
      isStopped = true
    }
  }, [attempt])
  return state
}

/** Asks the provider now, for who does not want to wait. */
export function useRefresh() {
  const api = useApi()
  const planChanged = usePlanChanged()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await api.call(refreshSubscription, {})).subscription,
    onSuccess: async (subscription) => {
      if (subscription && isEntitled(subscription.status)) toast.success(activated)
      else
        toast.info(
          `No payment has arrived yet${subscription ? ` from ${providerNames[subscription.provider]}` : ''}.`,
        )
      await planChanged(subscription)
    },
    onError: (error) => notifyError(error, billingErrors.checkSubscription),
  })
  return { check: () => mutate(), isChecking: isPending }
}

/**
 * Takes the subscription that a call answered with, and lets everything else be read again: limits, rate limits of
 * keys and what is read-only follow the plan.
 */
export function usePlanChanged() {
  const { api, queries } = useConnection()
  return async (subscription: Subscription | null) => {
    const { queryKey } = currentSubscriptionQuery(api)
    await queries.cancelQueries({ queryKey })
    queries.setQueryData(queryKey, (known) => withAnswer(known, subscription))
    await queries.invalidateQueries()
  }
}

const none = { subscription: null, others: [], granted_plan: null }

/** An answer about one of the others takes its place there. */
function withAnswer(
  known: OutputOf<typeof readCurrentSubscription> = none,
  subscription: Subscription | null,
): OutputOf<typeof readCurrentSubscription> {
  const isOther = known.others.some(({ id }) => id === subscription?.id)
  if (!subscription || !isOther) return { ...known, subscription }
  return {
    ...known,
    others: known.others.map((other) => (other.id === subscription.id ? subscription : other)),
  }
}

/** Takes a cancellation or a pause back. */
export function useResume(subscriptionId: number) {
  const { api, queries } = useConnection()
  const planChanged = usePlanChanged()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await api.call(resumeSubscription, { body: { subscriptionId } })).subscription,
    onSuccess: planChanged,
    onError: async (error) => {
      notifyError(error, billingErrors.resumeSubscription)
      await refetchBilling(queries)
    },
  })
  return { resume: () => mutate(), isResuming: isPending }
}
