import { changeMasterPassword, recoverMasterPassword } from '@envhold/contract/keyring/keyring.ts'
import { z } from 'zod'

const confirmation = z.string().min(1, 'Please confirm your new master password')
const isRepeated = (given: { newMasterPassword: string; confirmation: string }) =>
  given.newMasterPassword === given.confirmation
const unequal = { path: ['confirmation'], message: "Master passwords don't match" }

const tooShort = 'New master password must be at least 8 characters'
/** An empty password is reported as too short. */
const newMasterPassword = z.string().min(8, tooShort).pipe(changeMasterPassword.body.shape.newMasterPassword)

/** The forms' schema: the call's fields and the repeated new master password. */
export const changeForm = changeMasterPassword.body
  .required({ leaked: true })
  .extend({ newMasterPassword, confirmation })
  .refine(isRepeated, unequal)
export const recoverForm = recoverMasterPassword.body
  .extend({ newMasterPassword, confirmation })
  .refine(isRepeated, unequal)
