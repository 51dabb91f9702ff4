// A process that dies between the commit of a call's work and the commit that stores its answer: the retry does
// nothing a second time, on any node.

import { createClient } from '@envhold/client/client.ts'
import { confirmPassword, deleteAccount } from '@envhold/contract/accounts/account-settings.ts'
import { removeCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { type Endpoint, successOf } from '@envhold/contract/endpoint.ts'
import { listEnvironments } from '@envhold/contract/environments/environments.ts'
import { errorBody } from '@envhold/contract/errors.ts'
import { everyEndpoint } from '@envhold/contract/every-endpoint.ts'
import { createdIdPath } from '@envhold/contract/idempotency.ts'
import {
  approveDeviceLogin,
  openDeviceLogin,
  startDeviceLogin,
} from '@envhold/contract/personal-tokens/device-login.ts'
import { createPersonalToken } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { createProject, listProjects } from '@envhold/contract/projects/projects.ts'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../../dev/world/add-person.ts'
import { forEachEngine, headersOf } from '../../../../dev/world/app-for-tests.ts'
import { loseAnswers, storeAnswersAgain } from '../../../../dev/world/lose-answers.ts'
import { databaseSettings } from '../../../../dev/world/new-database.ts'
import { projectWorld } from '../../../../dev/world/sample-inputs/project-world.ts'
import { type SampleInput, sampleInput } from '../../../../dev/world/sample-inputs/sample-input.ts'
import { seedEnvironment } from '../../../../dev/world/seed-project.ts'
import { invite, shareProject } from '../../../../dev/world/share-project.ts'
import { type Person, signUp } from '../../../../dev/world/sign-up.ts'
import { startServer } from '../../../../dev/world/start-server.ts'
import { withApp } from '../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../dev/world/with-person.ts'
import { withSecondNode } from '../../../../dev/world/with-second-node.ts'
import { connect, type Db } from '../db/connect.ts'

const leaseMs = 2 * 60_000

interface Request extends SampleInput {
  readonly by?: Person
  readonly key?: string
}

const idempotent = everyEndpoint.filter(({ idempotency }) => idempotency)

forEachEngine((engine) => {
  const app = withApp(engine)
  const node = withSecondNode(app)
  const owner = withPerson(app)
  let requestOf: (name: string) => Promise<Request>
  beforeAll(async () => {
    requestOf = await prepareRequests()
    await loseAnswers(app.ctx)
  })

  async function prepareRequests(): Promise<typeof requestOf> {
    const seeded = await seedEnvironment(owner)
    const [joining, forgetful, fresh, leaving] = [
      await addPerson(app),
      await addPerson(app),
      await addPerson(app, { masterPassword: null }),
      await addPerson(app, { masterPassword: null }),
    ]
    await leaving.client.call(deleteAccount, { body: { password: leaving.password } })
    const invited = () => invite(app, owner, seeded.projectId, joining.email, { environments: [seeded.id] })
    const callers: Readonly<Record<string, Person>> = {
      acceptInvitation: joining,
      setUpMasterPassword: fresh,
      recoverMasterPassword: forgetful,
    }
    // Only an account that ends has a grace period.
    const world = { ...projectWorld(app, owner, seeded), guest: leaving, invited }
    return async (name) => {
      const by = callers[name] ?? owner
      if (name === approveDeviceLogin.name) return { by, body: await openLogin() }
      return { by, ...(await sampleInput(name, { ...world, caller: by })) }
    }
  }

  /** A login that the owner can approve. */
  const openLogin = async () => {
    const body = { device_name: 'laptop', client: 'envhold 1.0' }
    const { user_code } = await app.as().call(startDeviceLogin, { body })
    const { review } = await owner.client.call(openDeviceLogin, { body: { user_code } })
    return { review }
  }
  const confirm = (person: Person) =>
    person.client.call(confirmPassword, { body: { password: person.password } })
  const send = async (
    endpoint: Endpoint,
    { by = owner, params = {}, body, key = `key-of-${endpoint.name}` }: Request,
    url = app.url,
  ) => {
    if (endpoint.stepUp) await confirm(by)
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name) => String(params[name]))
    const response = await fetch(`${url}/api${path}`, {
      method: endpoint.method,
      headers: {
        ...headersOf({ token: by.token, masterPassword: by.masterPassword ?? '' }),
        'idempotency-key': key,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, json: (await response.json()) as Record<string, unknown> }
  }
  const at = (json: unknown, path: string) =>
    path.split('.').reduce((part, name) => (part as Record<string, unknown>)[name], json)
  const countEvents = async () =>
    (await app.ctx.db.selectFrom('activity').select('sequence').execute()).length

  test.each(idempotent.map((endpoint) => [endpoint.name, endpoint] as const))(
    'the retry of %s names what the first attempt created, and creates nothing',
    async (name, endpoint) => {
      const request = await requestOf(name)
      const first = await send(endpoint, request)
      expect([first.status, first.json.error]).toEqual([successOf(endpoint), undefined])
      const events = await countEvents()
      expect((await send(endpoint, request, node.url)).json.error).toBe('REQUEST_IN_PROGRESS')
      app.advance(leaseMs + 1_000)
      const { status, json } = await send(endpoint, request, node.url)
      expect([status, json.error]).toEqual([409, 'ALREADY_CREATED'])
      expect(json.message).toContain('its answer was lost')
      const path = createdIdPath(endpoint.idempotency)
      const details = path && [{ path, message: String(at(first.json, path)) }]
      expect(errorBody.parse(json).details).toEqual(details)
      expect(await countEvents()).toBe(events)
    },
  )

  test('key work that was pending before the call does not count as the call', async () => {
    const { projectId, id } = await seedEnvironment(owner)
    const removed = await addPerson(app)
    await shareProject(app, owner, projectId, removed, { environments: [id] })
    const isPending = async () =>
      (await owner.client.call(listEnvironments, { params: { projectId } })).environments[0]?.rekey_pending
    await confirm(owner)
    // Without the master password the re-key waits for the next call that unlocks.
    await app
      .as({ token: owner.token })
      .call(removeCollaborator, { params: { id: projectId, userId: removed.userId } })
    expect(await isPending()).toBe(true)
    const { status } = await send(createPersonalToken, {
      body: { name: 'Later', permissions: ['read_variables'], expires_at: null },
      key: 'key-after-a-removal',
    })
    expect(status).toBe(201)
    expect(await isPending()).toBe(false)
  })

  test('work that a killed server had committed is not repeated', async () => {
    const first = await startServer({ engine, settings: await databaseSettings(engine) })
    const person = await signUp(first.url)
    await first.end()
    const { DATABASE_URL: databaseUrl } = first.settings
    const prepare = async (change: (db: Db) => Promise<unknown>) => {
      const { db, close } = connect({ databaseUrl, dataDir: first.dataDir })
      await change(db)
      await close()
    }
    await prepare((db) => loseAnswers({ db, engine }))
    const request = { by: person, body: { name: 'Once' } }
    const second = await first.startAgain()
    const created = await send(createProject, request, second.url)
    await second.kill()
    // Ends the lease of the killed attempt.
    await prepare(async (db) => {
      await storeAnswersAgain({ db, engine })
      await db.updateTable('idempotency_keys').set({ reserved_until: 0 }).execute()
    })
    const third = await second.startAgain()
    try {
      const { status, json } = await send(createProject, request, third.url)
      expect([status, json.error]).toEqual([409, 'ALREADY_CREATED'])
      expect(errorBody.parse(json).details?.[0]?.message).toBe(String(at(created.json, 'project.id')))
      const headers = headersOf({ token: person.token })
      const { projects } = await createClient({ server: third.url, headers: () => headers }).call(
        listProjects,
        {},
      )
      expect(projects.map(({ name }) => name)).toEqual(['Once'])
    } finally {
      await third.stop()
    }
  })
})
