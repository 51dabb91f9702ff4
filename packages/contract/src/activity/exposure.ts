import { z } from 'zod'
import { endpointsOf } from '../endpoint.ts'
import { environment } from '../environments/environments.ts'
import * as field from '../fields.ts'
import { namedProject } from '../inject.ts'
import { keys } from '../variables/variables.ts'

const endpoint = endpointsOf('Activity')

/** An account asks this often in an hour: each answer opens environments. */
export const exposureCallsPerHour = 120
/** An answer opens at most this many environments, those read last. */
export const maxExposedEnvironments = 200

/** How values were read: in the web app, by a personal token, or injected by an API key. */
export const readWays = ['web', 'token', 'api-key'] as const
export type ReadWay = (typeof readWays)[number]

const exposedEnvironment = z.object({
  project: namedProject,
  environment,
  /** The last time that its values were read, or written. */
  read_at: field.time,
  way: z.enum(readWays),
  /** The variables whose values were read then, under these or other names; null where they could not be opened. */
  keys: keys.nullable(),
})
export type ExposedEnvironment = z.output<typeof exposedEnvironment>

export const readExposure = endpoint('GET /activity/exposure', {
  name: 'readExposure',
  summary:
    'List what a collaborator, a token, a session or an API key has read by the record and still knows: the names of variables with a value that the last read of their environment had, too. Pass exactly one of the four. Only environments that the caller can read are in it; those of a collaborator are the caller’s own.',
  audience: 'session',
  vault: true,
  query: z.object({
    /** The id of a current or former collaborator of the caller. */
    user: field.pathId.optional(),
    /** A personal token of the caller, revoked or not. */
    token: field.tokenId.optional(),
    /** A session of the caller that has not ended. What other sessions read since its start is listed, too. */
    session: field.tokenId.optional(),
    /** An API key of `project`, which is the caller’s. */
    api_key: field.tokenId.optional(),
    project: field.pathId.optional(),
  }),
  output: z.object({
    environments: z.array(exposedEnvironment).max(maxExposedEnvironments),
    /** How many more were read, but longer ago. */
    left_out: field.count,
  }),
  errors: ['NOT_FOUND'],
})
