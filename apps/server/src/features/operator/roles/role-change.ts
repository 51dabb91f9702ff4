import { z } from 'zod'

/** What `operator_acts.details` has for the act `assign_role`: the names that both roles had then. */
export const roleChangeDetails = z.object({
  from: z.string(),
  from_name: z.string(),
  to: z.string(),
  to_name: z.string(),
})
export type RoleChangeDetails = z.output<typeof roleChangeDetails>
