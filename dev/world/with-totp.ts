import { login } from '@envhold/contract/accounts/accounts.ts'
import { confirmTotpSetUp, setUpTotp } from '@envhold/contract/accounts/second-factors.ts'
import { addPerson } from './add-person.ts'
import type { TestApp } from './app-for-tests.ts'
import { codeAt } from './authenticator-app.ts'
import type { Person, SignUp } from './sign-up.ts'

export interface PersonWithTotp extends Person {
  /** In base 32. */
  readonly secret: string
  readonly recoveryCodes: readonly string[]
  /** The code that the app shows. `steps` later, if given. */
  readonly code: (steps?: number) => string
}

const stepMs = 30_000

/** Moves the clock to the beginning of a later 30-second step, so that no step ends while a test runs. */
export function nextStep(app: Pick<TestApp, 'advance' | 'ctx'>, steps = 1): void {
  app.advance(steps * stepMs - (app.ctx.clock() % stepMs))
}

/** Signs up a person who turns an authenticator app on. The step of the clock was used by that. */
export async function signUpWithTotp(
  app: TestApp,
  signUp: SignUp = { masterPassword: null },
): Promise<PersonWithTotp> {
  nextStep(app)
  const person = await addPerson(app, signUp)
  const { secret } = await person.client.call(setUpTotp, {})
  const code = (steps = 0) => codeAt(secret, app.ctx.clock() + steps * stepMs)
  const on = await person.client.call(confirmTotpSetUp, { body: { code: code() } })
  const client = app.as({
    token: on.token,
    ...(person.masterPassword && { masterPassword: person.masterPassword }),
  })
  return { ...person, client, token: on.token, secret, recoveryCodes: on.recovery_codes, code }
}

/** Signs in with the password, and returns the ticket that the server answers. */
export async function ticketOf(
  app: Pick<TestApp, 'as'>,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<string> {
  const rejection = await app
    .as()
    .call(login, { body: { email, password } })
    .then(
      () => undefined,
      (error) => error,
    )
  if (rejection?.code !== 'MFA_REQUIRED' || !rejection.ticket)
    throw new Error('No second factor was required')
  return rejection.ticket
}
