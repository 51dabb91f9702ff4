import type {
  ActivityLog,
  ApiUsageLog,
  activityFilters,
  ProjectActivity,
  projectActivityCategories,
} from '@envhold/contract/activity/activity.ts'
import { eventTypes, isEventType, projectEventNames } from '@envhold/contract/activity/event-types.ts'
import { wireTime } from '../../http/responses/wire-time.ts'
import { namesOfKeys, namesOfKeysIn } from '../api-keys/api-key-store.ts'
import { type RecordedUsage, toMs } from '../audit-log/recorded-usage.ts'
import type { ProjectAccess } from '../projects/project-access.ts'
import { namesOfOwned } from '../projects/project-store.ts'
import { listSharedProjects } from '../projects/shared-project-store.ts'
import { namesOfUsers } from '../users/user-store.ts'
import {
  type ActivityView,
  activitySource,
  type ListedActivity,
  usersInActivity,
} from './activity-list-store.ts'
import type { ActivityContext, ShownList } from './activity-world.ts'
import { countUsage } from './count-usage.ts'
import { idsOf } from './instance-wide/show-entries.ts'
import { countActivity, type ListSource, listState } from './paged-list.ts'
import { idsNamed, searchTerms } from './search-terms.ts'

const counting =
  <Row>(ctx: ActivityContext, source: ListSource<Row>): ShownList<Row, unknown>['count'] =>
  ({ searches }) =>
    countActivity(ctx, source, searches)

const categoryOf = (name: string) => (isEventType(name) ? eventTypes[name] : 'account')

type ActivityFilter = (typeof activityFilters)[number]
const categoryOfFilter = {
  changes: 'changes',
  all: null,
  security: 'security_events',
} as const satisfies Record<ActivityFilter, ActivityView['category']>

/** What a user did, and what happened in the projects that they own. */
export async function activityLogsOf(
  ctx: ActivityContext,
  userId: number,
  query: { filter: ActivityFilter; search?: string | undefined; since: number },
): Promise<ShownList<ListedActivity, ActivityLog>> {
  const owned = await namesOfOwned(ctx, userId)
  const shared = (await listSharedProjects(ctx, userId)).map(({ project }) => project)
  const names = new Map([...shared, ...owned].map(({ id, name }) => [id, name]))
  const view: ActivityView = {
    userId,
    projectIds: owned.map(({ id }) => id),
    environments: null,
    category: categoryOfFilter[query.filter],
  }
  const words = searchTerms(query.search)
  const people =
    words.length === 0 ? new Map() : await namesOfUsers(ctx.db, await findUsersInView(ctx, view, query.since))
  const emails = new Map([...people].map(([id, { email }]) => [id, email]))
  const searched = words.map((word) => ({
    word,
    projectIds: idsNamed(names, word),
    userIds: idsNamed(emails, word),
  }))
  return {
    count: counting(ctx, activitySource(ctx, view, query.since, searched)),
    show: async (rows) => {
      const users = await namesOfUsers(
        ctx.db,
        idsOf(rows, (row) => row.user_id),
      )
      return rows.map((row) => ({
        id: row.sequence,
        event_type: row.event_type,
        category: categoryOf(row.event_type),
        severity: row.severity,
        description: row.description,
        created_at: wireTime(row.at),
        project_id: row.project_id,
        project_name: names.get(row.project_id ?? 0) ?? null,
        user_email: users.get(row.user_id ?? 0)?.email ?? null,
        ip_address: row.ip,
      }))
    },
  }
}

async function findUsersInView(ctx: ActivityContext, view: ActivityView, since: number): Promise<number[]> {
  const { notRolledUp } = await listState(ctx)
  return await usersInActivity(ctx, view, since, notRolledUp)
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
export function projectActivityOf(
  ctx: ActivityContext,
  view: ActivityView,
  since: number,
): ShownList<ListedActivity, ProjectActivity> {
  return {
    count: counting(ctx, activitySource(ctx, view, since)),
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
  const projects = new Map((await namesOfOwned(ctx, userId)).map(({ id, name }) => [id, name]))
  const projectIds = [...projects.keys()]
  const searched = searchTerms(query.search)
  const allKeys = searched.length === 0 ? new Map() : await namesOfKeysIn(ctx, projectIds)
  const words = searched.map((word) => ({
    word,
    projectIds: idsNamed(projects, word),
    keyIds: idsNamed(allKeys, word),
  }))
  return {
    count: ({ usage }) => countUsage(ctx, { projectIds, since: query.since, words }, usage),
    show: async (entries) => {
      const keys = await namesOfKeys(ctx.db, [...new Set(entries.map(({ keyId }) => keyId))])
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
