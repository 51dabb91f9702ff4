import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as field from '../fields.ts'

export const returnEnvironments = endpoint({
  name: 'returnEnvironments',
  tag: 'Collaborators',
  summary:
    'Give the owner of a project, who started an empty vault, the keys of the environments that you can open. Call again while some remain.',
  method: 'POST',
  path: '/env/projects/{id}/owner-access',
  audience: 'session',
  vault: true,
  params: z.object({ id: field.pathId }),
  output: z.object({ returned: z.int().min(0), remaining: z.int().min(0) }),
  errors: ['NOT_FOUND', 'CONFLICT', 'UNAVAILABLE'],
})
