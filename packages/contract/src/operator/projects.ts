/** The projects of the instance, as operators see them: never an environment, a value or the name of a variable. */
import { z } from 'zod'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { operatorCandidate, projectTransfer } from '../projects/transfers.ts'
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

const reason = field.requiredLines(maxReasonLength, 'A reason is required').describe('The owner reads it.')
const reasonBody = z.object({ reason }).meta({ id: 'ProjectReason' })
const params = z.object({ id: field.pathId })

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
  params,
  body: reasonBody,
  output: field.message,
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const readUserTransfer = operatorEndpoint('GET /admin/projects/{id}/transfer', {
  name: 'readUserTransfer',
  summary: 'Read the open transfer of a project, and which of its collaborators could own it.',
  params,
  output: z.object({
    transfer: projectTransfer.nullable(),
    candidates: z.array(operatorCandidate).max(10_000),
  }),
  errors: ['NOT_FOUND'],
})

export const startUserTransfer = operatorEndpoint('POST /admin/projects/{id}/transfer', {
  name: 'startUserTransfer',
  summary:
    'Offer a project to one of its collaborators. Its owner is e-mailed immediately and can object for 7 days; after that the collaborator can accept for 7 days.',
  params,
  body: z.object({ user_id: field.id, reason }),
  output: field.message,
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const endUserTransfer = operatorEndpoint('DELETE /admin/projects/{id}/transfer', {
  name: 'endUserTransfer',
  summary: 'Call off the open transfer of a project. The owner and the collaborator are e-mailed.',
  params,
  body: reasonBody,
  output: field.message,
  errors: ['NOT_FOUND'],
})
