import { z } from 'zod'
import { endpointsOf } from '../endpoint.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'

const endpoint = endpointsOf('Environments')

/** How long an environment still answers to the name that it had before a rename. */
export const formerNameDays = 30

/** An environment answers to at most this many former names: the newest. */
export const maxFormerNames = 20

export const formerName = z
  .object({ name: z.string().max(limits.environmentNameLength), ends_at: field.time })
  .meta({ id: 'FormerName' })
export type FormerName = z.output<typeof formerName>

export const listFormerNames = endpoint('GET /env/environments/{id}/former-names', {
  name: 'listFormerNames',
  summary: `List the former names to which an environment still answers, newest first. Each ends ${formerNameDays} days after the rename.`,
  audience: 'user',
  permission: 'read_projects',
  params: z.object({ id: field.pathId }),
  output: z.object({ former_names: z.array(formerName).max(maxFormerNames) }),
  errors: ['NOT_FOUND'],
})

export const endFormerName = endpoint('DELETE /env/environments/{id}/former-names/{name}', {
  name: 'endFormerName',
  summary:
    'End a former name of an environment now: calls that use it are answered 404, and the name is free.',
  audience: 'user',
  permission: 'manage_projects',
  confirms: true,
  stepUp: 'unless-unlocked',
  params: z.object({ id: field.pathId, name: field.environmentName }),
  output: field.message,
  errors: ['PROJECT_READ_ONLY', 'NOT_FOUND'],
})
