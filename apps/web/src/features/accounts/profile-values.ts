import { updateProfile } from '@envhold/contract/account-settings.ts'
import { z } from 'zod'

const { username, firstName, lastName } = updateProfile.body.shape

/** What the profile form asks for: the call's own rules, and the one about `@` that the server adds. */
export const profileForm = z.object({
  username: username.unwrap().refine((name) => !name.includes('@'), 'A username cannot contain @'),
  firstName: firstName.unwrap().unwrap(),
  lastName: lastName.unwrap().unwrap(),
})
