// Every call × what is presented: no session, a session, one that was confirmed, the ticket of an unfinished sign-in, a
// personal token and an API key. Inputs are empty: what counts is who is let through.

import type { Endpoint } from '@envhold/contract/endpoint.ts'
import { everyEndpoint } from '@envhold/contract/every-endpoint.ts'
import { newToken } from '@envhold/integrity/token.ts'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../dev/world/app-for-tests.ts'
import { codeOfEmpty } from '../../../dev/world/sample-inputs/empty-request.ts'
import { seedApiKey, seedPersonalToken, seedProject } from '../../../dev/world/seed-project.ts'
import type { Person } from '../../../dev/world/sign-up.ts'
import { withApp } from '../../../dev/world/with-app.ts'
import { transact } from './features/audit-log/tx.ts'
import { startSession } from './features/sessions/start-session.ts'

const minute = 60_000
const origin = { requestId: 'test', ip: '127.0.0.1', userAgent: 'test' }
const signedInOnly = everyEndpoint.filter(({ audience }) =>
  ['session', 'user', 'operator'].includes(audience),
)

forEachEngine((engine) => {
  const app = withApp(engine)
  let owner: Person
  let personalToken: string
  let apiKey: string
  beforeAll(async () => {
    owner = await addPerson(app)
    const { project } = await seedProject(owner, 'production')
    personalToken = (await seedPersonalToken(owner)).token
    apiKey = (await seedApiKey(owner, project.id)).apiKey
  })

  /** A session of its own for each call, because some end it. */
  const sessionFrom = (ageMs: number) =>
    transact(app.ctx, { userId: owner.userId, origin }, (tx) =>
      startSession(
        { ...tx, clock: () => app.ctx.clock() - ageMs },
        { userId: owner.userId, method: 'password' },
        origin,
      ),
    )

  const codeOf = (call: Endpoint, token = '', vault = false) =>
    codeOfEmpty(app, call, { token, ...(vault && { masterPassword: owner.masterPassword ?? '' }) })

  test.each(signedInOnly.map((call) => [call.name, call] as const))('%s', async (_, call) => {
    const { stepUp, audience } = call
    expect(await codeOf(call)).toBe('UNAUTHENTICATED')
    expect(await codeOf(call, newToken('mfa').text)).toBe('UNAUTHENTICATED')
    expect(await codeOf(call, apiKey)).toBe('UNAUTHENTICATED')
    const byToken = await codeOf(call, personalToken)
    if (audience === 'user') expect(byToken).not.toBe('STEP_UP_REQUIRED')
    else expect(byToken).toBe('FORBIDDEN')
    const old = await codeOf(call, await sessionFrom(11 * minute))
    if (stepUp) expect(old).toBe('STEP_UP_REQUIRED')
    else expect(['STEP_UP_REQUIRED', 'UNAUTHENTICATED']).not.toContain(old)
    const unlocked = await codeOf(call, await sessionFrom(11 * minute), true)
    if (stepUp === 'always') expect(unlocked).toBe('STEP_UP_REQUIRED')
    else expect(['STEP_UP_REQUIRED', 'UNAUTHENTICATED']).not.toContain(unlocked)
    // Deletes the account and with it what the other calls need.
    if (call.name === 'deleteAccount') return
    const fresh = await codeOf(call, await sessionFrom(9 * minute))
    expect(['STEP_UP_REQUIRED', 'UNAUTHENTICATED']).not.toContain(fresh)
  })
})
