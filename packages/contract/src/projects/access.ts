import { z } from 'zod'
import { endpointsOf } from '../endpoint.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { maxWaitSeconds, projectRoles } from './projects.ts'

const endpoint = endpointsOf('Projects')

const accessibleProject = z.object({
  id: field.id,
  name: z.string().max(limits.nameLength),
  user_role: z.enum(projectRoles),
  /** The ids of the environments that are shared with the caller; empty for the owner, who has all. */
  environments: z.array(field.id).max(1_000),
})
export type AccessibleProject = z.output<typeof accessibleProject>

const access = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ examples: ['0'.repeat(64)] })

export const awaitAccess = endpoint('GET /env/access', {
  name: 'awaitAccess',
  summary:
    'List what the caller owns and what others share, once it differs from `after` or `wait` seconds have passed. Projects that their owner deleted or archived are listed until they are gone. Ends early when the session ends.',
  audience: 'session',
  query: z.object({
    /** The `access` that the caller has. */
    after: access.optional(),
    wait: z.coerce.number<string | number>().int().min(0).max(maxWaitSeconds).default(25),
  }),
  output: z.object({
    /** Names this state. */
    access,
    projects: z.array(accessibleProject).max(10_000),
  }),
  errors: ['UNAVAILABLE'],
})
