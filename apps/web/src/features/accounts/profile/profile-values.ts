import { updateProfile } from '@envhold/contract/accounts/account-settings.ts'
import { z } from 'zod'

const { username, firstName, lastName } = updateProfile.body.shape

/** The profile form's schema: the contract's rules, and the server's rule about `@`. */
export const profileForm = z.object({
  username: username.unwrap().refine((name) => !name.includes('@'), 'A username cannot contain @'),
  firstName: firstName.unwrap().unwrap(),
  lastName: lastName.unwrap().unwrap(),
})
