import type {
  ActivityLog,
  ApiUsageLog,
  activityFilters,
  ProjectActivity,
  projectActivityCategories,
} from '@envhold/contract/activity/activity.ts'
import { categoryOf, isEventType, projectEventNames } from '@envhold/contract/activity/event-types.ts'
import { wireTime } from '../../http/responses/wire-time.ts'
import { namesOfKeys, namesOfKeysIn } from '../api-keys/api-key-store.ts'
import { type RecordedUsage, toMs } from '../audit-log/recorded-usage.ts'
import { sharedIn } from '../projects/membership-store.ts'
import type { ProjectAccess } from '../projects/project-access.ts'
import { idsOfOwned, namesOfOwned } from '../projects/project-store.ts'
import { listSharedProjects } from '../projects/shared-project-store.ts'
import { readUsageStatesOf } from '../usage/usage-state-store.ts'
import { namesOfUsers } from '../users/user-store.ts'
import {
  type ActivityView,
  activitySource,
  idsInActivity,
  type ListedActivity,
} from './activity-list-store.ts'
import { type ActivityWord, findTerms } from './activity-words-store.ts'
import type { ActivityContext, ShownList } from './activity-world.ts'
import { countUsage } from './count-usage.ts'
import { idsOf } from './instance-wide/show-entries.ts'
import { countActivity, type ListSource, listState } from './paged-list.ts'
import { idsNamed, searchTerms } from './search-terms.ts'

const counting =
  <Row>(ctx: ActivityContext, source: ListSource<Row>): ShownList<Row, unknown>['count'] =>
  ({ searches }) =>
    countActivity(ctx, source, searches)

type ActivityFilter = (typeof activityFilters)[number]
const categoryOfFilter = {
  changes: 'changes',
  all: null,
  security: 'security_events',
} as const satisfies Record<ActivityFilter, ActivityView['category']>

/**
 * The names of the projects that a viewer may see: of all of them, or of those of the given ones. An owner may have
 * thousands, and a page shows a few. @throws TamperedRowError
 */
export type ReadProjectNames = (ids?: readonly number[]) => Promise<ReadonlyMap<number, string>>

interface AccountView {
  readonly view: ActivityView
  readonly projectNames: ReadProjectNames
  /** The environments of others that are shared with the user. */
  readonly sharedEnvironments: readonly number[]
}

/** What a user may see of the activity. */
export async function accountView(
  ctx: ActivityContext,
  userId: number,
  filter: ActivityFilter,
): Promise<AccountView> {
  const owned = await idsOfOwned(ctx, userId)
  const memberships = await listSharedProjects(ctx, userId)
  const shared = memberships.map(({ project }) => [project.id, project.name] as const)
  const view: ActivityView = {
    userId,
    projectIds: owned,
    environments: null,
    category: categoryOfFilter[filter],
  }
  return {
    view,
    projectNames: async (ids) => new Map([...shared, ...(await namesOfOwned(ctx, userId, ids))]),
    sharedEnvironments: memberships.flatMap(({ membership }) => (membership ? sharedIn(membership) : [])),
  }
}

/** What a user did, and what happened in the projects that they own. */
export async function activityLogsOf(
  ctx: ActivityContext,
  userId: number,
  query: { filter: ActivityFilter; search?: string | undefined; since: number },
): Promise<ShownList<ListedActivity, ActivityLog>> {
  const { view, projectNames } = await accountView(ctx, userId, query.filter)
  const words = await findWords(ctx, { view, since: query.since, projectNames, search: query.search })
  return {
    count: counting(ctx, activitySource(ctx, view, query.since, words)),
    show: async (rows) => {
      const users = await namesOfUsers(
        ctx.db,
        idsOf(rows, (row) => row.user_id),
      )
      const projects = await projectNames(idsOf(rows, (row) => row.project_id))
      return rows.map((row) => ({
        id: row.sequence,
        event_type: row.event_type,
        category: categoryOf(row.event_type),
        severity: row.severity,
        description: row.description,
        created_at: wireTime(row.at),
        project_id: row.project_id,
        project_name: projects.get(row.project_id ?? 0) ?? null,
        user_email: users.get(row.user_id ?? 0)?.email ?? null,
        ip_address: row.ip,
      }))
    },
  }
}

interface Searched {
  readonly view: ActivityView
  /** Unix time in milliseconds. */
  readonly since: number
  /** The projects that can be found by their names; none can without it. */
  readonly projectNames?: ReadProjectNames | undefined
  readonly search: string | undefined
}

/** What the words of a search match in a view. */
export async function findWords(
  ctx: ActivityContext,
  { view, since, projectNames, search }: Searched,
): Promise<ActivityWord[]> {
  const words = searchTerms(search)
  if (words.length === 0) return []
  const { notRolledUp } = await listState(ctx)
  const range = { view, since, notRolledUp }
  const people = await namesOfUsers(ctx.db, await idsInActivity(ctx, 'user_id', range))
  const names = new Map([...people].map(([id, { email, username }]) => [id, `${email}\n${username}`]))
  const chains = (await idsInActivity(ctx, 'project_id', range)).map((id) => `activity/project/${id}`)
  if (view.userId !== null) chains.push(`activity/account/${view.userId}`)
  const projects = (await projectNames?.()) ?? new Map<number, string>()
  const found: ActivityWord[] = []
  for (const word of words)
    found.push({
      word,
      termIds: await findTerms(ctx, chains, word),
      projectIds: idsNamed(projects, word),
      userIds: idsNamed(names, word),
    })
  return found
}

/** The part of a project's activity that a viewer of these environments sees. */
export const projectView = (
  { project, environments }: Pick<ProjectAccess, 'project' | 'environments'>,
  category: (typeof projectActivityCategories)[number],
): ActivityView => ({
  userId: null,
  projectIds: [project.id],
  environments,
  category: category === 'all' ? null : category,
})

/** What happened in a project. */
export async function projectActivityOf(
  ctx: ActivityContext,
  view: ActivityView,
  query: { search?: string | undefined; since: number },
): Promise<ShownList<ListedActivity, ProjectActivity>> {
  const words = await findWords(ctx, { view, since: query.since, search: query.search })
  return {
    count: counting(ctx, activitySource(ctx, view, query.since, words)),
    show: async (rows) => {
      const users = await namesOfUsers(
        ctx.db,
        idsOf(rows, (row) => row.user_id),
      )
      return rows.map((row) => ({
        id: row.sequence,
        event_type: (isEventType(row.event_type) && projectEventNames[row.event_type]) || row.event_type,
        category: categoryOf(row.event_type),
        severity: row.severity,
        description: row.description,
        created_at: wireTime(row.at),
        ip_address: row.ip,
        users: users.get(row.user_id ?? 0) ?? null,
      }))
    },
  }
}

/** The maximum length in the contract. */
const maxPathLength = 300

/** What was called: the endpoint's path, filled with the entry's parameters. */
const calledPath = ({ endpoint, projectId, environmentName }: RecordedUsage): string =>
  endpoint
    .replace('{projectId}', String(projectId))
    .replace('{environment}', () => encodeURIComponent(environmentName))
    .slice(0, maxPathLength)

/** The calls made with the keys of an account's projects. */
export async function apiUsageOf(
  ctx: ActivityContext,
  userId: number,
  query: { search?: string | undefined; since: number },
): Promise<ShownList<RecordedUsage, ApiUsageLog>> {
  const states = () => readUsageStatesOf(ctx, userId)
  const searched = searchTerms(query.search)
  const none = new Map()
  const allProjects = searched.length === 0 ? none : await namesOfOwned(ctx, userId)
  const allKeys = searched.length === 0 ? none : await namesOfKeysIn(ctx, [...allProjects.keys()])
  const words = searched.map((word) => ({
    word,
    projectIds: idsNamed(allProjects, word),
    keyIds: idsNamed(allKeys, word),
  }))
  return {
    count: ({ usage }) => countUsage(ctx, { states, since: query.since, words }, usage),
    show: async (entries) => {
      const keys = await namesOfKeys(ctx.db, [...new Set(entries.map(({ keyId }) => keyId))])
      const projects = await namesOfOwned(
        ctx,
        userId,
        idsOf(entries, ({ projectId }) => projectId),
      )
      return entries.map((entry) => ({
        id: `usage/${entry.projectId}:${entry.sequence}`,
        http_method: entry.method,
        endpoint: calledPath(entry),
        status_code: entry.status,
        created_at: wireTime(entry.at),
        project_id: entry.projectId,
        project_name: projects.get(entry.projectId) ?? null,
        environment_name: entry.environmentName || null,
        api_key_name: keys.get(entry.keyId) ?? null,
        variables_count: entry.variables,
        request_duration_ms: toMs(entry.durationUs),
        ip_address: entry.ip || null,
        calls: entry.calls,
      }))
    },
  }
}
