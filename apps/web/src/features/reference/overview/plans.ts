import { formatBytes } from '@envhold/contract/format-bytes.ts'
import { limits } from '@envhold/contract/limits.ts'
import { startingPlans, unlimited } from '@envhold/contract/plans.ts'
import { retention } from '@envhold/contract/retention.ts'
import { list, part, table, text, topic } from '../manual/block.ts'

const shown = (limit: number | undefined) =>
  limit === undefined || limit === unlimited ? 'no limit' : limit.toLocaleString('en-US')

export const plans = {
  ...topic(
    'plans',
    'Plans and limits',
    text(
      'A new instance starts with the plans below; its operator can change them. Your plan, with what you use of it, is on the Billing page.',
    ),
    table(
      ['Limit', ...startingPlans.map(({ display_name }) => display_name)],
      ['Projects that you own', ...startingPlans.map((plan) => shown(plan.max_projects))],
      [
        'Collaborators, over all your projects',
        ...startingPlans.map((plan) => shown(plan.max_collaborators)),
      ],
      ['Storage of all your projects', ...startingPlans.map((plan) => formatBytes(plan.max_stored_bytes))],
      [
        'Calls of one API key in an hour',
        ...startingPlans.map((plan) => shown(plan.api_rate_limit_per_hour)),
      ],
      ['Calls of one API key in a day', ...startingPlans.map((plan) => shown(plan.api_rate_limit_per_day))],
      [
        'Calls of all your API keys in a month',
        ...startingPlans.map((plan) => shown(plan.max_api_calls_per_month)),
      ],
    ),
    list(
      `Each personal token has ${limits.personalTokenCallsPerHour.toLocaleString('en-US')} calls an hour on every plan. \`envhold run\`, \`pull\` and \`get\` cost one call each.`,
      `Storage counts every version of every environment, and a little for each project, environment and API key; also of archived projects, and of deleted ones until they are erased, ${retention.deletedProjectDays} days later. When it is full, the oldest versions beyond the newest ${limits.historyKeptVersions} of an environment make room, then those beyond the newest ${limits.historyFloorVersions} of the one that you write. Only then is a write refused. Reading and deleting always work.`,
      'Collaborators count once, however many of your projects they share, and pending invitations count.',
      'Every answer to a key or token has `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`.',
    ),
    part('grace', 'When a paid plan ends'),
    text(
      'If you then have more projects or collaborators than the free plan allows, a **grace period** of 30 days begins, counted from a mail that tells you. During it your projects are read-only. Reading, downloads, API keys, removing people and revoking keys go on.',
    ),
    list(
      'You are reminded 7, 3 and 1 days before the end.',
      'Pay again, archive projects, or remove people: as soon as you fit the plan, the grace period is over.',
      'Choose which projects to keep on the dashboard. Without a choice the newest ones beyond the limit are archived.',
      'At the end, projects beyond the limit are archived, and the access of the latest collaborators beyond the limit is paused.',
    ),
    part('archive', 'Archived projects'),
    text(
      `An archived project is closed: it answers 404 everywhere but on the page **Archived Projects**, and its API keys stop. Restoring needs a free slot in your plan and brings back everything, keys and collaborators included. An archived project is deleted after ${retention.archivedProjectDays} days, with reminders 7, 3 and 1 days before. Nothing is archived or deleted without a mail that was sent.`,
    ),
  ),
  alias: 'pricing free pro quota storage bytes disk rate limit billing subscription downgrade cancel',
}
