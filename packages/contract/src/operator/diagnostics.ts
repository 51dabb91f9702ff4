/** What a bug report needs to know of an instance, without anything that is secret or names anybody. */
import { z } from 'zod'
import * as field from '../fields.ts'
import { healthFields } from './instance-health.ts'
import { operatorEndpoint } from './operator-calls.ts'

const name = z.string().max(100)

const diagnostics = z
  .object({
    /** Of this format. */
    format: z.literal(1),
    made_at: field.time,
    /** Only settings that cannot contain a name, an address or a secret have their value. */
    settings: z
      .array(
        z.object({
          name,
          is_set: z.boolean(),
          value: z.union([z.string().max(60), z.number(), z.boolean()]).nullable(),
        }),
      )
      .max(100),
    /** The newest migration of the database. */
    migrated: name.nullable(),
    /** Counting a table stops at a limit; then `exact` is false. */
    rows: z.array(z.object({ table: name, rows: field.count, exact: z.boolean() })).max(1_000),
    /** How each payment provider last failed. */
    provider_failures: z
      .array(z.object({ provider: name, failure: z.string().max(200), at: field.time }))
      .max(20),
    /** Nodes have numbers in place of their names. */
    health: z.object(healthFields).omit({ argon2: true, checked_at: true }),
  })
  .meta({ id: 'Diagnostics' })
export type Diagnostics = z.output<typeof diagnostics>

export const readDiagnostics = operatorEndpoint({
  name: 'readDiagnostics',
  summary: 'Read what a bug report needs to know of the instance: no secret, no name, no address.',
  method: 'GET',
  path: '/admin/instance/diagnostics',
  output: z.object({ diagnostics }),
})
