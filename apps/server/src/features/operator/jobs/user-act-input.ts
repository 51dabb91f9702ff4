import * as field from '@envhold/contract/fields.ts'
import { limits } from '@envhold/contract/limits.ts'
import { userFilter } from '@envhold/contract/operator/users.ts'
import { z } from 'zod'

/** What an act on users does, and to whom: as its preview was signed. */
export const userActInput = z.strictObject({
  filter: z.strictObject(userFilter),
  /** The newest account of the preview: those that are created later are left alone. */
  upTo: z.int(),
  plan: field.text(limits.nameLength).exactOptional(),
  ends_at: field.time.exactOptional(),
})
export type UserActInput = z.output<typeof userActInput>
