import { changeMasterPassword, recoverMasterPassword } from '@envhold/contract/master-password.ts'
import { z } from 'zod'

const confirmation = z.string().min(1, 'Please confirm your new master password')
const repeated = (given: { newMasterPassword: string; confirmation: string }) =>
  given.newMasterPassword === given.confirmation
const unequal = { path: ['confirmation'], message: "Master passwords don't match" }

/** What the forms ask for: what the call takes, and the new master password once more. */
export const changeForm = changeMasterPassword.body
  .required({ leaked: true })
  .extend({ confirmation })
  .refine(repeated, unequal)
export const recoverForm = recoverMasterPassword.body.extend({ confirmation }).refine(repeated, unequal)
