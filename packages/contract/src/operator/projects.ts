/** The projects of the instance, as operators see them: never an environment, a value or the name of a variable. */
import { z } from 'zod'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { maxReasonLength } from './operator-actions.ts'
import { operatorEndpoint } from './operator-calls.ts'
import { pageQuery, pagination } from './paging.ts'

export const projectStates = ['live', 'archived', 'deleted'] as const
export const projectsPageSize = 20

const everyProject = z
  .object({
    id: field.id,
    name: z.string().max(limits.nameLength),
    owner: z.object({ id: field.id, username: z.string().max(limits.nameLength) }),
    state: z.enum(projectStates),
    created_at: field.time,
    /** When it was archived or deleted. */
    removed_at: field.time.nullable(),
    /** Until when a deleted project can be restored, and an archived one is kept. */
    available_until: field.time.nullable(),
    /** Of its environments. */
    stored_bytes: field.count,
    /** Without its owner. */
    collaborators: field.count,
    api_keys: field.count,
    /** When something happened in it for the last time, according to the activity log. */
    last_activity_at: field.time.nullable(),
  })
  .meta({ id: 'EveryProject' })
export type EveryProject = z.output<typeof everyProject>

export const listEveryProject = operatorEndpoint('GET /admin/projects', {
  name: 'listEveryProject',
  summary: 'List the projects of the instance, also those that are archived or deleted, the newest first.',
  query: z.object({
    state: z.enum(projectStates).optional(),
    /** A part of the name of the project or its owner; case-insensitive. */
    search: field.text(limits.nameLength).optional(),
    ...pageQuery(projectsPageSize),
  }),
  output: z.object({ projects: z.array(everyProject).max(100), pagination }),
})

export const restoreUserProject = operatorEndpoint('POST /admin/projects/{id}/restore', {
  name: 'restoreUserProject',
  summary: 'Restore a deleted project for its owner, who is e-mailed. It reveals nothing of the project.',
  params: z.object({ id: field.pathId }),
  body: z.object({
    reason: field.requiredLines(maxReasonLength, 'A reason is required').describe('The owner reads it.'),
  }),
  output: field.message,
  errors: ['NOT_FOUND', 'CONFLICT'],
})
