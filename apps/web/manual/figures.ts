import { exposureCallsPerHour, maxExposedEnvironments } from '@envhold/contract/activity/exposure.ts'
import { retention } from '@envhold/contract/archive/archive.ts'
import { callGraceDays } from '@envhold/contract/billing/plans.ts'
import { formerNameDays } from '@envhold/contract/environments/former-names.ts'
import { everyEndpoint } from '@envhold/contract/every-endpoint.ts'
import { limits } from '@envhold/contract/limits.ts'
import { valueSearch } from '@envhold/contract/variables/find.ts'

const kibi = 1_024

const displayed = (name: string, value: number) => {
  if (!name.endsWith('Bytes')) return value.toLocaleString('en-US')
  return value < kibi ** 2 ? `${value / kibi} KiB` : `${value / kibi ** 2} MiB`
}

/** The text for each `{{name}}`: limits and periods as the contract has them. */
export const figures: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...limits,
    ...retention,
    formerNameDays,
    callGraceDays,
    searchedEnvironments: valueSearch.environments,
    exposureCallsPerHour,
    exposedEnvironments: maxExposedEnvironments,
    callCount: everyEndpoint.length,
  }).map(([name, value]) => [name, displayed(name, value)]),
)
