// Calls that create or change what opens an account or a vault, by a session that ends while they wait for their turn.
// A call that is added later has to be rejected too, or has a row that says why not.

import { everyEndpoint } from '@envhold/contract/every-endpoint.ts'
import {
  approveDeviceLogin,
  openDeviceLogin,
  startDeviceLogin,
} from '@envhold/contract/personal-tokens/device-login.ts'
import { revokePersonalToken } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../dev/world/add-person.ts'
import { appForTests, forEachEngine, type TestApp } from '../../../dev/world/app-for-tests.ts'
import { projectWorld } from '../../../dev/world/sample-inputs/project-world.ts'
import { sampleInput } from '../../../dev/world/sample-inputs/sample-input.ts'
import type { SampleWorld } from '../../../dev/world/sample-inputs/sample-world.ts'
import { seedApiKey, seedEnvironment, seedPersonalToken } from '../../../dev/world/seed-project.ts'
import { invite, markEmailVerified } from '../../../dev/world/share-project.ts'
import { statusOf } from '../../../dev/world/status-of.ts'
import { inTransaction } from './db/transaction.ts'
import { transact } from './features/audit-log/tx.ts'
import { deleteSession } from './features/sessions/session-store.ts'
import { startSession } from './features/sessions/start-session.ts'
import { Turns } from './http/turns/turns.ts'

/** Runs something once, between the authentication of a call and its work. */
class InterruptedTurns extends Turns {
  next: (() => Promise<unknown>) | undefined

  override async begin(...call: Parameters<Turns['begin']>) {
    const next = this.next
    this.next = undefined
    await next?.()
    return await super.begin(...call)
  }
}

const origin = { requestId: 'test', ip: '127.0.0.1', userAgent: 'test' }
const creating = everyEndpoint.filter(
  ({ audience, idempotency, stepUp }) =>
    (audience === 'session' || audience === 'user') && (idempotency ?? stepUp) !== undefined,
)

/** The others change nothing that outlives the session, or have the input of something that does not exist. */
const statuses: Readonly<Record<string, number>> = {
  startCheckout: 200,
  startPasskeyRegistration: 200,
  updateEnvironment: 200,
  deleteEnvironment: 200,
  endFormerName: 200,
  importVariables: 200,
  createVariable: 201,
  restoreVersion: 200,
  startProviderLink: 404,
  startPasskeyUnlockSetUp: 404,
  changeSubscription: 404,
  cancelPlannedChange: 404,
  cancelSubscription: 404,
  openCustomerPortal: 404,
  resumeSubscription: 404,
  acceptProjectTransfer: 404,
}

forEachEngine((engine) => {
  const turns = new InterruptedTurns({ aloneAfterMs: -1 })
  let app: TestApp
  let world: SampleWorld
  beforeAll(async () => {
    app = await appForTests(engine, {}, { turns })
    const [owner, guest] = [await addPerson(app), await addPerson(app)]
    const seeded = await seedEnvironment(owner)
    await markEmailVerified(app, guest)
    const { projectId, id } = seeded
    const invited = () => invite(app, owner, projectId, guest.email, { environments: [id] })
    world = { ...projectWorld(app, owner, seeded), caller: owner, guest, invited }
  })
  afterAll(() => app.stop())

  const newcomer = async () => (await addPerson(app, { masterPassword: null })).userId
  /** Those that the owner of the project cannot make. */
  const callers: Readonly<Record<string, () => number | Promise<number>>> = {
    acceptInvitation: () => world.guest.userId,
    setUpMasterPassword: newcomer,
  }
  const inputOf = async (name: string) => {
    if (name !== approveDeviceLogin.name) return await sampleInput(name, world)
    const body = { device_name: 'laptop', client: 'envhold' }
    const { user_code } = await app.as().call(startDeviceLogin, { body })
    const { review } = await world.owner.client.call(openDeviceLogin, { body: { user_code } })
    return { body: { review } }
  }

  test.each(creating.map((call) => [call.name, call] as const))('%s', async (name, call) => {
    const input = await inputOf(name)
    const userId = (await callers[name]?.()) ?? world.owner.userId
    const token = await transact(app.ctx, { userId, origin }, (tx) =>
      startSession(tx, { userId, method: 'password' }, origin),
    )
    const { masterPassword = '' } = world.owner
    turns.next = () => inTransaction(app.ctx, (tx) => deleteSession(tx.db, token.split('_')[1] ?? ''))
    expect(await statusOf(app.as({ token, masterPassword }), call, input)).toBe(statuses[name] ?? 401)
  })

  test('a personal token that was revoked creates no API key', async () => {
    const { id, token } = await seedPersonalToken(world.owner)
    turns.next = () => world.owner.client.call(revokePersonalToken, { params: { id } })
    const creation = seedApiKey({ client: app.as({ token }) }, world.projectId)
    await expect(creation).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})
