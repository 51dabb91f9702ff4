import * as contract from '@envhold/contract/billing/payments.ts'
import { verb } from '../../../http/verb.ts'
import { acceptWebhook, type BillingWorld } from './event-worker.ts'

export const receiveWebhook = verb(
  contract.receiveWebhook,
  async (world: BillingWorld, { params, body, headers }) => {
    await acceptWebhook(world, { provider: params.provider, body, headers })
    return { received: true as const }
  },
)
