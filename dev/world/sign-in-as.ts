import type { Client } from '@envhold/client/client.ts'
import { login } from '@envhold/contract/accounts/accounts.ts'
import type { TestApp } from './app-for-tests.ts'
import type { Person } from './sign-up.ts'

/** A session of its own, a moment old, for a call that ends it or requires a proof of identity. */
export async function signInAs(
  app: Pick<TestApp, 'as'>,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<Client> {
  const { token } = await app.as().call(login, { body: { email, password } })
  return app.as({ token })
}
