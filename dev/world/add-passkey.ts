import type { Client } from '@envhold/client/client.ts'
import { registerPasskey, startPasskeyRegistration } from '@envhold/contract/accounts/passkeys.ts'
import { setUpPasskeyUnlock, startPasskeyUnlockSetUp } from '@envhold/contract/keyring/keyring.ts'
import type { TestApp } from './app-for-tests.ts'
import type { Person } from './sign-up.ts'
import { type SoftwareAuthenticator, softwareAuthenticator } from './software-authenticator.ts'

export interface WithPasskey {
  readonly person: Person
  readonly authenticator: SoftwareAuthenticator
  /** The session continues under this token; the person's own client no longer works. */
  readonly token: string
  readonly client: Client
}

export const siteOf = ({ ctx }: TestApp) => {
  const { hostname, origin } = new URL(ctx.config.publicUrl)
  return { rpId: hostname, origin }
}

/** Adds a passkey to an account. Its session must have been confirmed within the last ten minutes. */
export async function addPasskey(
  app: TestApp,
  person: Person,
  authenticator = softwareAuthenticator(siteOf(app)),
): Promise<WithPasskey> {
  const { options } = await person.client.call(startPasskeyRegistration, {})
  const { token } = await person.client.call(registerPasskey, {
    body: { response: authenticator.create(options) },
  })
  const client = app.as({ token, ...(person.masterPassword && { masterPassword: person.masterPassword }) })
  return { person, authenticator, token, client }
}

/** Lets the passkey open the vault. @returns the value of `x-passkey-unlock` */
export async function letPasskeyUnlock({ person, authenticator, client }: WithPasskey): Promise<string> {
  const params = { id: authenticator.id }
  const { options, salts } = await client.call(startPasskeyUnlockSetUp, { params })
  const unlock = authenticator.unlockFor(salts[0]?.salt ?? '')
  const response = authenticator.get(options)
  const masterPassword = person.masterPassword ?? ''
  await client.call(setUpPasskeyUnlock, { params, body: { masterPassword, unlock, response } })
  return `${authenticator.id}.${unlock}`
}
