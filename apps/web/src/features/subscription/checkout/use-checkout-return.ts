import { refreshSubscription } from '@envhold/contract/billing/subscription.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useApi } from '../../../connection/use-api.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { usePlanChanged } from '../use-plan-changed.ts'
import { activated, awaitActivation } from './await-activation.ts'

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

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
    if (taken === 'canceled') void toast.info('Payment was canceled. You can try again anytime.')
    else {
      setState('confirming')
      setAttempt(attempt + 1)
    }
    onTaken()
  })
  const confirm = useEffectEvent(async (isStopped: () => boolean) => {
    const refresh = async () => (await api.call(refreshSubscription, {})).subscription
    const isActive = await awaitActivation({
      isStopped,
      wait,
      refresh: async () => {
        const subscription = await refresh()
        if (!isStopped()) await planChanged(subscription)
        return subscription
      },
    })
    if (isStopped()) return
    if (isActive) void toast.success(activated)
    setState(isActive ? undefined : 'unconfirmed')
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
