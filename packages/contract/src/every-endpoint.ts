import * as accounts from './accounts.ts'
import * as activity from './activity.ts'
import * as apiKeys from './api-keys.ts'
import type { Endpoint } from './endpoint.ts'
import * as environments from './environments.ts'
import * as health from './health.ts'
import * as inject from './inject.ts'
import * as masterPassword from './master-password.ts'
import * as personalTokens from './personal-tokens.ts'
import * as projects from './projects.ts'
import * as subscription from './subscription.ts'
import * as variables from './variables.ts'

const slices = [
  accounts,
  masterPassword,
  subscription,
  projects,
  environments,
  variables,
  personalTokens,
  apiKeys,
  inject,
  activity,
  health,
]

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'audience' in value

/** Every call of the API, in the order the reference shows them. */
export const everyEndpoint: readonly Endpoint[] = slices.flatMap((slice) =>
  Object.values(slice).filter(isEndpoint),
)
