import { afterAll, beforeAll, beforeEach } from 'vitest'
import { addPerson } from '../add-person.ts'
import type { TestApp } from '../app-for-tests.ts'
import { callbackOf, setUpProvider } from './at-provider.ts'
import {
  type IdentityProvider,
  type ProviderUser,
  personCalled,
  startIdentityProvider,
} from './identity-provider.ts'

/** A provider for all tests of the surrounding block, set up before each of them. An operator has an account. */
export function withProvider(app: TestApp): IdentityProvider {
  const idp = {} as IdentityProvider
  beforeAll(async () => {
    await addPerson(app, { masterPassword: null })
    const started = await startIdentityProvider([callbackOf(app)])
    Object.assign(idp, started)
    Object.defineProperty(idp, 'person', {
      get: () => started.person,
      set: (person) => {
        started.person = person
      },
    })
  })
  afterAll(() => idp.stop())
  beforeEach(async () => {
    idp.alterations.clear()
    idp.faults.clear()
    await app.ctx.db.deleteFrom('attempts').execute()
    await setUpProvider(app, idp)
  })
  return idp
}

let made = 0
/** Somebody who has never signed in. */
export const newPerson = (claims?: Record<string, unknown>): ProviderUser =>
  personCalled(`person${++made}`, claims)
