/** The plans that can be chosen, as everybody may read them. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { providerIds } from './payments.ts'

/** A limit of a plan; −1 is none. */
export const planLimit = z.int().min(-1)
/** In the currency of the plans, US dollars, with cents as decimals. */
const price = z.number().nonnegative()

export const planOffer = z
  .object({
    id: field.id,
    name: z.string().max(limits.nameLength),
    display_name: z.string().max(limits.nameLength),
    description: z.string().max(limits.descriptionLength),
    price_monthly: price,
    price_yearly: price.nullable(),
    max_projects: planLimit,
    max_collaborators: planLimit,
    max_stored_bytes: planLimit,
    api_rate_limit_per_hour: planLimit,
    /** −1 is no limit. */
    max_api_calls_per_month: planLimit,
    features: z.record(z.string().max(limits.nameLength), z.boolean()),
  })
  .meta({ id: 'PlanOffer' })
export type PlanOffer = z.output<typeof planOffer>

export const listPlans = endpoint({
  name: 'listPlans',
  tag: 'Subscription',
  summary: 'The plans that can be chosen, and the providers that take payments for them.',
  method: 'GET',
  path: '/subscriptions/plans',
  audience: 'anyone',
  output: z.object({
    plans: z.array(planOffer).max(100),
    providers: z
      .array(z.object({ id: z.enum(providerIds), display_name: z.string().max(limits.nameLength) }))
      .max(providerIds.length),
    /** Null while nobody can pay. */
    default_provider: z.enum(providerIds).nullable(),
    test_mode: z.boolean(),
  }),
})
