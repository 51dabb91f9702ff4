import { isEntitled } from '@envhold/contract/payments.ts'
import { PaymentError } from '../payment-error.ts'
import type { ProviderSubscription } from '../provider.ts'
import type { SendRequest } from './lemonsqueezy-request.ts'
import {
  isLemonsqueezyId,
  parseLemonsqueezySubscription,
  requireLemonsqueezySubscription,
  translateSubscription,
} from './lemonsqueezy-subscription.ts'

/** The statuses of a rejection that says that the subscription is not in the right state. */
const stateRejections: ReadonlySet<number | undefined> = new Set([400, 404, 409, 422])

/** The requests of one act, its time, and the subscription that it changes. */
interface Act {
  readonly send: SendRequest
  readonly now: number
  readonly id: string
}

const read = async ({ send, id, now }: Act): Promise<ProviderSubscription> =>
  translateSubscription(await requireLemonsqueezySubscription(send, id), now)

/** After a rejection, the change has succeeded if the subscription already is as it should become. */
async function change(
  act: Act,
  request: Promise<unknown>,
  isDone: (subscription: ProviderSubscription) => boolean,
): Promise<void> {
  try {
    parseLemonsqueezySubscription(await request)
  } catch (error) {
    if (!(error instanceof PaymentError) || !stateRejections.has(error.status)) throw error
    if (!isDone(await read(act))) throw new PaymentError('rejected', 'lemonsqueezy', error.status)
  }
}

/** lemonsqueezy stores no reason, and cannot end a subscription at once. */
export async function cancelAtLemonsqueezy(act: Act): Promise<void> {
  if (!isLemonsqueezyId(act.id)) throw new PaymentError('rejected', 'lemonsqueezy', 404)
  await change(
    act,
    act.send('DELETE', `subscriptions/${act.id}`),
    ({ cancelAt, status }) => cancelAt !== null || status === 'ended',
  )
}

export async function resumeAtLemonsqueezy(act: Act): Promise<void> {
  const { status, cancelAt } = await read(act)
  if (status === 'ended' || status === 'pending') throw new PaymentError('rejected', 'lemonsqueezy')
  const update = (attributes: object) =>
    act.send('PATCH', `subscriptions/${act.id}`, { type: 'subscriptions', id: act.id, attributes })
  if (cancelAt !== null)
    await change(
      act,
      update({ cancelled: false }),
      (found) => found.cancelAt === null && isEntitled(found.status),
    )
  if (status === 'paused') await change(act, update({ pause: null }), (found) => isEntitled(found.status))
}
