import { randomBytes } from 'node:crypto'
import { type Client, createClient } from '@envhold/client/client.ts'
import { register } from '@envhold/contract/accounts.ts'
import { setUpMasterPassword } from '@envhold/contract/keyring.ts'

export interface Person {
  readonly userId: number
  readonly username: string
  readonly email: string
  readonly password: string
  readonly token: string
  /** Undefined while none is set. */
  readonly masterPassword: string | undefined
  readonly recoveryKey: string | undefined
  /** Calls the API as this user, with the master password. */
  readonly client: Client
}

export interface SignUp {
  readonly email?: string
  readonly password?: string
  /** Null: none is set. */
  readonly masterPassword?: string | null
  /** The secret of a mailed invitation. */
  readonly invitation?: string
}

/** Registers a user over the API and sets a master password. The first on an instance becomes its operator. */
export async function signUp(server: string, given: SignUp = {}): Promise<Person> {
  const {
    email = `person-${randomBytes(6).toString('hex')}@example.com`,
    password = 'sign-in password',
    masterPassword = 'master pässword',
    invitation,
  } = given
  const { token, data } = await createClient({ server }).call(register, {
    body: { email, password, ...(invitation !== undefined && { invitation }) },
  })
  const headers = {
    authorization: `Bearer ${token}`,
    ...(masterPassword && { 'x-master-password': encodeURIComponent(masterPassword) }),
  }
  const client = createClient({ server, headers: () => headers, timeoutMs: 20_000 })
  const set = masterPassword
    ? await client.call(setUpMasterPassword, { body: { masterPassword } })
    : undefined
  return {
    userId: data.user.id,
    username: data.username,
    email,
    password,
    token,
    masterPassword: masterPassword ?? undefined,
    recoveryKey: set?.recoveryKey,
    client,
  }
}
