// Operators and step-up: endpoints of the test behind the application's own authentication, on real sessions.

import { confirmPassword } from '@envhold/contract/accounts/account-settings.ts'
import { login, readSession } from '@envhold/contract/accounts/accounts.ts'
import { type Endpoint, endpoint } from '@envhold/contract/endpoint.ts'
import { errorBody } from '@envhold/contract/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { addPerson } from '../../../../dev/world/add-person.ts'
import { forEachEngine, headersOf } from '../../../../dev/world/app-for-tests.ts'
import { seedPersonalToken } from '../../../../dev/world/seed-project.ts'
import { type ServedForTests, serveForTests } from '../../../../dev/world/serve-for-tests.ts'
import type { Person } from '../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../dev/world/with-app.ts'
import { assignRole } from '../../../../dev/world/write-role.ts'
import { readStepUpMethods } from '../features/accounts/factors/accepted-methods.ts'
import { authenticate } from '../features/personal-tokens/authenticate.ts'
import { readPermissions } from '../features/roles/role-store.ts'
import { touchOperatorSession } from '../features/sessions/session-store.ts'
import { route } from './route.ts'

const base = {
  tag: 'Test',
  summary: 'Test.',
  output: z.object({ userId: z.number() }),
  errors: [],
} as const
const readUsers = endpoint('GET /a', {
  ...base,
  name: 'a',
  audience: 'operator',
  operatorPermission: 'user.read',
})
const assignAdmin = endpoint('GET /b', {
  ...base,
  name: 'b',
  audience: 'operator',
  operatorPermission: 'role.assign.admin',
})
const stepped = endpoint('GET /c', { ...base, name: 'c', audience: 'session', stepUp: 'always' })
const forTokens = endpoint('GET /d', {
  ...base,
  name: 'd',
  audience: 'user',
  permission: 'read_projects',
  stepUp: 'always',
})
const minute = 60_000

forEachEngine((engine) => {
  const app = withApp(engine)
  let served: ServedForTests
  let first: Person
  /** Whether accounts have an authenticator app. */
  let hasApp = false
  beforeAll(async () => {
    const echo = async ({ caller }: { caller: { userId: number } }) => ({ json: { userId: caller.userId } })
    served = await serveForTests(
      [route(readUsers, echo), route(assignAdmin, echo), route(stepped, echo), route(forTokens, echo)],
      {
        authenticate: authenticate(app.ctx),
        readPermissions: readPermissions(app.ctx),
        readStepUpMethods: async (userId) => (hasApp ? ['totp'] : await readStepUpMethods(app.ctx)(userId)),
        touchOperatorSession: (id, seenAt) => touchOperatorSession(app.ctx.db, id, seenAt),
        clock: app.ctx.clock,
      },
    )
    first = await addPerson(app)
  })
  afterAll(async () => {
    await served.stop()
  })

  const ask = async ({ path }: Endpoint, token?: string) => {
    const response = await fetch(`${served.url}/api${path}`, {
      headers: headersOf({ ...(token && { token }) }),
    })
    return response.ok ? response.status : errorBody.parse(await response.json())
  }
  const refused = (error: string) => expect.objectContaining({ error })

  test('an operator passes by the permissions of the role, and nobody else', async () => {
    const [admin, customer] = [await addPerson(app), await addPerson(app)]
    await assignRole(app, admin.userId, 'ADMIN')
    expect([await ask(readUsers, first.token), await ask(assignAdmin, first.token)]).toEqual([200, 200])
    expect(await ask(readUsers, admin.token)).toBe(200)
    expect(await ask(assignAdmin, admin.token)).toEqual(refused('FORBIDDEN'))
    expect(await ask(readUsers, customer.token)).toEqual(refused('FORBIDDEN'))
    expect(await ask(readUsers)).toEqual(refused('UNAUTHENTICATED'))
    const { token } = await seedPersonalToken(first)
    expect(await ask(readUsers, token)).toEqual(refused('FORBIDDEN'))
  })

  const signedInAgain = async () => {
    const { email, password } = first
    return (await app.as().call(login, { body: { email, password } })).token
  }

  test('an operator is signed out after an hour without a call, and after a day in any case', async () => {
    const token = await signedInAgain()
    app.advance(50 * minute)
    expect(await ask(readUsers, token)).toBe(200)
    app.advance(50 * minute)
    expect(await ask(readUsers, token)).toBe(200)
    app.advance(60 * minute)
    // Other calls do not count as activity of an operator.
    await app.as({ token }).call(readSession, {})
    const ended = await ask(readUsers, token)
    expect(ended).toMatchObject({ error: 'UNAUTHENTICATED', message: expect.stringMatching(/sign in again/) })
    const { password } = first
    const confirmed = await app.as({ token }).call(confirmPassword, { body: { password } })
    expect(await ask(readUsers, confirmed.token)).toBe(200)
    // 160 minutes have passed; at the end of these, less than a day has.
    for (let half = 0; half < 42; half++) {
      app.advance(30 * minute)
      expect(await ask(readUsers, confirmed.token)).toBe(200)
    }
    app.advance(30 * minute)
    expect(await ask(readUsers, confirmed.token)).toEqual(refused('UNAUTHENTICATED'))
  })

  test('an operator with a second factor makes no call without it', async () => {
    const token = await signedInAgain()
    expect(await ask(readUsers, token)).toBe(200)
    hasApp = true
    expect(await ask(readUsers, token)).toMatchObject({ error: 'STEP_UP_REQUIRED', methods: ['totp'] })
    hasApp = false
  })

  test('signing in counts as a proof for ten minutes, and the password again for ten more', async () => {
    const someone = await addPerson(app)
    expect(await ask(stepped, someone.token)).toBe(200)
    app.advance(10 * minute)
    const refusal = await ask(stepped, someone.token)
    expect(refusal).toMatchObject({ error: 'STEP_UP_REQUIRED', methods: ['password'] })

    const session = app.as({ token: someone.token })
    await expect(session.call(confirmPassword, { body: { password: 'wrong' } })).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    })
    expect(await ask(stepped, someone.token)).toEqual(refused('STEP_UP_REQUIRED'))
    const confirmed = await session.call(confirmPassword, { body: { password: someone.password } })
    expect(await ask(stepped, someone.token), 'the old token has ended').toEqual(refused('UNAUTHENTICATED'))
    expect(await ask(stepped, confirmed.token)).toBe(200)
    expect(Date.parse(confirmed.confirmed_until) - app.ctx.clock()).toBeGreaterThan(9 * minute)
    const { user } = await app.as({ token: confirmed.token }).call(readSession, {})
    expect(user.id).toBe(someone.userId)
    app.advance(10 * minute)
    expect(await ask(stepped, confirmed.token)).toEqual(refused('STEP_UP_REQUIRED'))
  })

  test('a proof of identity that was written into the database is not accepted', async () => {
    const someone = await addPerson(app)
    app.advance(11 * minute)
    await app.ctx.db
      .updateTable('sessions')
      .set({ verified_at: app.ctx.clock() })
      .where('user_id', '=', someone.userId)
      .execute()
    expect(await ask(stepped, someone.token)).toEqual(refused('INTERNAL'))
  })

  test('a proof of identity from the future is not accepted', async () => {
    const someone = await addPerson(app)
    app.advance(-30 * minute)
    expect(await ask(stepped, someone.token)).toEqual(refused('STEP_UP_REQUIRED'))
    app.advance(30 * minute)
  })

  test('a personal token needs no proof of identity, only its permission', async () => {
    const { token } = await seedPersonalToken(first, ['read_projects'])
    app.advance(30 * minute)
    expect(await ask(forTokens, token)).toBe(200)
    expect(await ask(forTokens, first.token)).toEqual(refused('STEP_UP_REQUIRED'))
    expect(await ask(stepped, token)).toEqual(refused('FORBIDDEN'))
  })
})
