import { z } from 'zod'
import { endpointsOf } from '../endpoint.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'

const endpoint = endpointsOf('Projects')

export const projectRoles = ['owner', 'write', 'read'] as const
export type ProjectRole = (typeof projectRoles)[number]

/** Why nobody can change a project for now. Reading, downloading and injecting go on. */
export const readOnlyReasons = ['grace_period', 'owner_suspended'] as const
export type ReadOnlyReason = (typeof readOnlyReasons)[number]

export const project = z
  .object({
    id: field.id,
    name: z.string().max(limits.nameLength),
    description: z.string().max(limits.descriptionLength).nullable(),
    created_at: field.time,
    updated_at: field.time,
    user_role: z.enum(projectRoles),
    owner: field.id,
    owner_username: z.string().max(limits.nameLength),
    environment_count: field.count,
    variable_count: field.count,
    /** Collaborators and invited people. */
    collaborator_count: field.count,
    /** Whether the caller’s keys are pending after joining without the mailed link. */
    keys_pending: z.boolean(),
    /** Why it is read-only; null while it can be changed. */
    read_only: z.enum(readOnlyReasons).nullable(),
  })
  .meta({ id: 'Project' })
export type Project = z.output<typeof project>

const projectAnswer = z.object({ project }).meta({ id: 'ProjectResponse' })
const params = z.object({ id: field.pathId })

export const listProjects = endpoint('GET /env/projects', {
  name: 'listProjects',
  summary: 'List the projects that the caller owns or shares, newest first.',
  audience: 'user',
  permission: 'read_projects',
  output: z.object({ projects: z.array(project).max(10_000) }),
})

export const createProject = endpoint('POST /env/projects', {
  name: 'createProject',
  summary: 'Create a project, without environments.',
  audience: 'user',
  permission: 'manage_projects',
  vault: true,
  idempotency: { replay: { id: 'project.id' } },
  body: z.object({ name: field.projectName, description: field.description.nullish() }),
  output: projectAnswer,
  success: 201,
  errors: ['PROJECT_READ_ONLY', 'LIMIT_REACHED'],
})

export const readProject = endpoint('GET /env/projects/{id}', {
  name: 'readProject',
  summary: 'Read a project with its counts.',
  audience: 'user',
  permission: 'read_projects',
  params,
  output: projectAnswer,
  errors: ['NOT_FOUND'],
})

export const updateProject = endpoint('PUT /env/projects/{id}', {
  name: 'updateProject',
  summary: 'Change a project’s name or description.',
  audience: 'user',
  permission: 'manage_projects',
  params,
  body: z.object({ name: field.projectName.optional(), description: field.description.nullish() }),
  output: projectAnswer,
  errors: ['PROJECT_READ_ONLY', 'NOT_FOUND'],
})

export const deleteProject = endpoint('DELETE /env/projects/{id}', {
  name: 'deleteProject',
  summary: 'Delete a project. Its keys stop immediately; an operator can restore it for 7 days.',
  audience: 'user',
  permission: 'manage_projects',
  stepUp: 'unless-unlocked',
  params,
  output: field.message,
  errors: ['PROJECT_READ_ONLY', 'NOT_FOUND'],
})

/** The longest `wait` of a call that waits for a change: proxies close connections that are silent for a minute. */
export const maxWaitSeconds = 50

/** What a call needs to do with a project: read it, change variables, or an action of its owner. */
export type Need = 'read' | 'write' | 'own'

const allowed: Readonly<Record<ProjectRole, readonly Need[]>> = {
  owner: ['read', 'write', 'own'],
  write: ['read', 'write'],
  read: ['read'],
}

/** Whether a role allows an action. Server, web app and command line use this and never compare roles themselves. */
export const may = (role: ProjectRole, need: Need): boolean => allowed[role].includes(need)

/** Why nobody can change a project for now, for everybody in it: nothing about the owner's plan. */
export const readOnlyMessages: Readonly<Record<ReadOnlyReason, string>> = {
  grace_period: 'Read-only during grace period',
  owner_suspended: 'Read-only while the owner’s account is suspended',
}

/** Why the owner cannot create a project during a grace period. */
export const createBlockedMessage =
  'Cannot create projects during grace period - please archive excess projects or upgrade'
