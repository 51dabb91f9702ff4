import { startingPlans, unlimited } from '@envhold/contract/billing/plans.ts'
import { formatBytes } from '@envhold/contract/limits.ts'
import {
  apiKeyPermissions,
  personalTokenPermissionDescriptions,
  personalTokenPermissions,
} from '@envhold/contract/permissions.ts'
import { describeCommands, describeSharedOptions } from './command-list.ts'
import { markdownTable } from './markdown-table.ts'

const count = (limit: number | undefined) =>
  limit === undefined || limit === unlimited ? 'no limit' : limit.toLocaleString('en-US')

const plans = () =>
  markdownTable(
    ['Limit', ...startingPlans.map(({ display_name }) => display_name)],
    ['Projects that you own', ...startingPlans.map((plan) => count(plan.max_projects))],
    ['Collaborators, over all your projects', ...startingPlans.map((plan) => count(plan.max_collaborators))],
    ['Storage of all your projects', ...startingPlans.map((plan) => formatBytes(plan.max_stored_bytes))],
    ['Calls of one API key in an hour', ...startingPlans.map((plan) => count(plan.api_rate_limit_per_hour))],
    ['Calls of one API key in a day', ...startingPlans.map((plan) => count(plan.api_rate_limit_per_day))],
    [
      'Calls of all your API keys in a month',
      ...startingPlans.map((plan) => count(plan.max_api_calls_per_month)),
    ],
  )

const apiKeyTable = () =>
  markdownTable(
    ['Permission', 'Allows', 'Which keys'],
    ...apiKeyPermissions.map(({ name, description, required }) => [
      `\`${name}\``,
      description,
      required ? 'all' : 'chosen when the key is made',
    ]),
  )

const personalTokenTable = () =>
  markdownTable(
    ['Permission', 'Allows'],
    ...personalTokenPermissions.map((name) => [`\`${name}\``, personalTokenPermissionDescriptions[name]]),
  )

/** The Markdown for each `{{name}}` that is a paragraph of its own, made from the contract and the command line. */
export const lists: ReadonlyMap<string, () => string> = new Map([
  ['plans', plans],
  ['apiKeyPermissions', apiKeyTable],
  ['personalTokenPermissions', personalTokenTable],
  ['commands', describeCommands],
  ['sharedOptions', describeSharedOptions],
])
