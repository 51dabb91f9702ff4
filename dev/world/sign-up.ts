import { randomBytes } from 'node:crypto'
import { ApiError } from '@envhold/client/api-error.ts'
import { type Client, createClient } from '@envhold/client/client.ts'
import { confirmPassword } from '@envhold/contract/accounts/account-settings.ts'
import { register } from '@envhold/contract/accounts/accounts.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { setUpMasterPassword } from '@envhold/contract/keyring/keyring.ts'
import { measured } from './measured.ts'

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
  /** The same, without the master password. */
  readonly lockedClient: Client
}

export interface SignUp {
  readonly email?: string
  readonly password?: string
  /** Null: none is set. */
  readonly masterPassword?: string | null
  /** The secret of a mailed invitation. */
  readonly invitation?: string
}

/** What a person is called who signs up without saying so. */
export const signUpDefaults = ({
  email = `person-${randomBytes(6).toString('hex')}@example.com`,
  password = 'sign-in password',
  masterPassword = 'master pässword',
}: SignUp) => ({ email, password, masterPassword: masterPassword ?? undefined })

/** Registers a user over the API and sets a master password. The first on an instance becomes its operator. */
export const signUp = (server: string, signUp: SignUp = {}): Promise<Person> =>
  measured('person over HTTP', () => registerPerson(server, signUp))

async function registerPerson(server: string, signUp: SignUp): Promise<Person> {
  const { email, password, masterPassword } = signUpDefaults(signUp)
  const { invitation } = signUp
  const { token, data } = await createClient({ server }).call(register, {
    body: { email, password, ...(invitation !== undefined && { invitation }) },
  })
  const known = { userId: data.user.id, username: data.username, email, password, token, masterPassword }
  const person = personOf(server, { ...known, recoveryKey: undefined })
  if (!masterPassword) return person
  const { recoveryKey } = await person.client.call(setUpMasterPassword, { body: { masterPassword } })
  return personOf(server, { ...known, recoveryKey })
}

/** What someone who signed up has; the session's token changes with each proof of identity. */
export function personOf(
  server: string,
  { token, ...known }: Omit<Person, 'client' | 'lockedClient'>,
): Person {
  const { masterPassword, password } = known
  const headers = {
    authorization: `Bearer ${token}`,
    ...(masterPassword && { 'x-master-password': encodeURIComponent(masterPassword) }),
  }
  const clientWith = (readHeaders: () => Record<string, string>) =>
    withProof(createClient({ server, headers: readHeaders, timeoutMs: 120_000 }), password, (renewed) => {
      headers.authorization = `Bearer ${renewed}`
    })
  return {
    ...known,
    get token() {
      return headers.authorization.slice('Bearer '.length)
    },
    client: clientWith(() => headers),
    lockedClient: clientWith(() => ({ authorization: headers.authorization })),
  }
}

/** Confirms with the password when a call needs a proof of identity, as the web app does, and repeats the call. */
export function withProof(client: Client, password: string, onRenewed: (token: string) => void): Client {
  const ask: Client['ask'] = async (endpoint, input, options) => {
    try {
      const answer = await client.ask(endpoint, input, options)
      const { token } = (answer.output ?? {}) as { token?: unknown }
      if (typeof token === 'string' && token.startsWith('ses_')) onRenewed(token)
      return answer
    } catch (error) {
      const isNeeded = error instanceof ApiError && error.code === 'STEP_UP_REQUIRED'
      if (!isNeeded || !error.methods.includes('password')) throw error
      onRenewed((await client.call(confirmPassword, { body: { password } })).token)
      return await client.ask(endpoint, input, options)
    }
  }
  return {
    ask,
    call: async (endpoint, input, options) =>
      (await ask(endpoint, input, options)).output as OutputOf<typeof endpoint>,
  }
}
