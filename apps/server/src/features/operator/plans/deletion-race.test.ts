import { setTimeout as sleep } from 'node:timers/promises'
import { startCheckout } from '@envhold/contract/billing/subscription.ts'
import { createPlan, deletePlan } from '@envhold/contract/operator/plans.ts'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { type Person, signUp } from '../../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withSecondNode } from '../../../../../../dev/world/with-second-node.ts'

const customers = 2
/** As many checkouts as a customer may start in an hour. */
const roundsEach = 20
const maxOffsetMs = 12

forEachEngine((engine) => {
  const app = withApp(engine)
  const node = withSecondNode(app)
  let operator: Person
  beforeAll(async () => {
    operator = await addPerson(app, { masterPassword: null })
  })

  const statusOf = async (call: () => Promise<unknown>): Promise<number> => {
    await sleep(Math.random() * maxOffsetMs)
    return await call().then(
      () => 200,
      (error: { status?: number }) => error.status ?? 500,
    )
  }

  test('a plan is either sold or deleted, however close the two calls are', async () => {
    const outcomes = new Set<string>()
    for (let customer = 0; customer < customers; customer++) {
      const { client } = await signUp(node.url, { masterPassword: null })
      for (let round = 0; round < roundsEach; round++) {
        const name = `plan-${customer}-${round}`
        const { plan } = await operator.client.call(createPlan, {
          body: {
            ...{ name, display_name: name, description: '', price_monthly: 1, price_yearly: null },
            ...{
              max_projects: 1,
              max_collaborators: 1,
              max_stored_bytes: 1_000_000,
              api_rate_limit_per_hour: 1,
              api_rate_limit_per_day: 1,
            },
            ...{ api_features: {}, is_active: true },
          },
        })
        const url = `${app.ctx.config.publicUrl}/subscription`
        const body = { planId: plan.id, billingInterval: 'monthly', successUrl: url, cancelUrl: url } as const
        const [sold, deleted] = await Promise.all([
          statusOf(() => client.call(startCheckout, { body })),
          statusOf(() => operator.client.call(deletePlan, { params: { id: plan.id } })),
        ])
        outcomes.add(`${sold} ${deleted}`)
        await app.ctx.db.deleteFrom('checkouts').execute()
        await app.ctx.db.deleteFrom('plans').where('id', '=', plan.id).execute()
      }
    }
    // Sold, so not deleted; or deleted, so not sold.
    expect([...outcomes].filter((outcome) => outcome !== '200 409' && outcome !== '400 200')).toEqual([])
  })
})
