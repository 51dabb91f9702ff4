import { createClient } from '@envhold/client/client.ts'
import { deleteApiKey } from '@envhold/contract/api-keys.ts'
import { readSubscriptionUsage } from '@envhold/contract/billing/subscription.ts'
import { readSubscriptionStatus } from '@envhold/contract/billing/subscription-status.ts'
import { createEnvironment, deleteEnvironment } from '@envhold/contract/environments/environments.ts'
import { limits } from '@envhold/contract/limits.ts'
import { createProject, deleteProject } from '@envhold/contract/projects/projects.ts'
import { acceptProjectTransfer, offerProjectTransfer } from '@envhold/contract/projects/transfers.ts'
import { deleteVariable, readVariables, writeVariables } from '@envhold/contract/variables/variables.ts'
import { listVersions } from '@envhold/contract/variables/versions.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine, headersOf } from '../../../../../dev/world/app-for-tests.ts'
import { changePlan } from '../../../../../dev/world/change-plan.ts'
import { eventsDuring } from '../../../../../dev/world/events-of.ts'
import {
  seedApiKey,
  seedEnvironment,
  seedPersonalToken,
  seedProject,
} from '../../../../../dev/world/seed-project.ts'
import { shareProject } from '../../../../../dev/world/share-project.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { withSecondNode } from '../../../../../dev/world/with-second-node.ts'
import { inTransaction } from '../../db/transaction.ts'
import { upsertNode } from '../../jobs/node-store.ts'
import { verifyEnvironments } from '../../verify/verify-environments.ts'
import { sweepProjects } from '../projects/sweep-projects.ts'
import { changeUser, findUser } from '../users/user-store.ts'

const large = 60_000

forEachEngine((engine) => {
  const app = withApp(engine, { DATABASE_MAX_GB: '200' })
  // The first account has no limits.
  withPerson(app)
  let owner: Person
  beforeEach(async () => {
    owner = await addPerson(app)
    await allow(1_000_000)
  })

  const allow = (bytes: number) =>
    changePlan(app, 'starter', { max_stored_bytes: bytes, max_projects: 5, max_collaborators: 5 })
  const usedBy = async ({ client }: Person) =>
    (await client.call(readSubscriptionUsage, {})).usage.current.stored_bytes
  const used = () => usedBy(owner)
  const write = ({ client }: Person, id: number, variables: Record<string, string>) =>
    client.call(writeVariables, { params: { id }, body: { variables, mode: 'replace' } })
  let written = 0
  const value = () => `${++written}`.padEnd(large, 'x')
  const versionsOf = async (id: number) =>
    (await owner.client.call(listVersions, { params: { id }, query: { limit: 100 } })).versions.map(
      ({ version }) => version,
    )

  /** Writes until the account has no room for another large version. */
  async function fill(id: number): Promise<void> {
    for (let name = 0; 1_000_000 - (await used()) > 2 * large; name++)
      await write(owner, id, { [`V${name}`]: value() })
  }

  test('counts versions, environments, projects, keys and grants as the verifier does', async () => {
    const before = await used()
    const { projectId, id } = await seedEnvironment(owner)
    const one = await used()
    expect(one - before).toBeGreaterThan(8_000)
    await write(owner, id, { A: value() })
    const two = await used()
    expect(two - one).toBeGreaterThan(large)
    await seedApiKey(owner, projectId)
    expect((await used()) - two).toBe(4_000 + 1_500)
    const findings: unknown[] = []
    await verifyEnvironments(app.ctx.db, app.ctx.secrets, (...finding) => findings.push(finding))
    expect(findings).toEqual([])
    await owner.client.call(deleteEnvironment, { params: { projectId, envId: id } })
    expect(await used()).toBe(8_000)
  })

  test('personal tokens take room of their owner, and not of whose projects they share', async () => {
    const { projectId, id } = await seedEnvironment(owner)
    const guest = await addPerson(app)
    await shareProject(app, owner, projectId, guest, { environments: [id] })
    const before = await used()
    for (let n = 0; n < 2; n++) await seedPersonalToken(guest)
    await write(guest, id, { HELLO: 'again' })
    expect(await used()).toBeLessThan(before + 1_500)
    const shared = await used()
    await seedPersonalToken(owner)
    expect((await used()) - shared).toBe(1_500)

    const offer = { user_id: guest.userId, remaining_role: 'read' as const }
    await owner.client.call(offerProjectTransfer, { params: { id: projectId }, body: offer })
    await guest.client.call(acceptProjectTransfer, { params: { id: projectId } })
    // Two tokens of the new owner, and none of the former one.
    expect((await usedBy(guest)) - shared).toBe(2 * 1_500)
    const findings: unknown[] = []
    await verifyEnvironments(app.ctx.db, app.ctx.secrets, (...finding) => findings.push(finding))
    expect(findings).toEqual([])
  })

  test('trims the history of what is written, then the longest others, before it refuses', async () => {
    const { projectId, id } = await seedEnvironment(owner)
    for (let n = 1; n < 30; n++) await write(owner, id, { A: `${n}`.padEnd(20_000, 'x') })
    const params = { projectId }
    const { environment } = await owner.client.call(createEnvironment, { params, body: { name: 'staging' } })
    await allow(await used())
    await write(owner, id, { A: 'y'.repeat(20_000) })
    expect((await versionsOf(id)).at(-1)).toBe(3)

    const before = await owner.client.call(readVariables, { params: { id } })
    for (let n = 0; n < 9; n++) await write(owner, environment.id, { A: `${n}`.padEnd(20_000, 'x') })
    expect(await versionsOf(id)).toHaveLength(limits.historyKeptVersions)
    expect(await owner.client.call(readVariables, { params: { id } })).toEqual(before)
    // From here on, its own history is all that is left.
    for (let n = 0; n < 9; n++) await write(owner, environment.id, { A: `again ${n}`.padEnd(20_000, 'x') })
    const own = await versionsOf(environment.id)
    expect(own[0]).toBe(18)
    expect(own.length).toBeLessThan(12)
    const larger = Object.fromEntries(['A', 'B', 'C', 'D', 'E'].map((name) => [name, value()]))
    await expect(write(owner, environment.id, larger)).rejects.toMatchObject({ code: 'LIMIT_REACHED' })
    expect(await versionsOf(environment.id)).toEqual(own)
    expect(await versionsOf(id)).toHaveLength(limits.historyKeptVersions)
  })

  test('refuses what grows; reading, deleting and the rest go on', async () => {
    const { projectId, id } = await seedEnvironment(owner, { A: 'a', B: 'b' })
    const { id: keyId } = await seedApiKey(owner, projectId)
    await allow(await used())
    const refused = {
      code: 'LIMIT_REACHED',
      message: expect.stringMatching(
        /^Your storage is full: \S+ KB of the \S+ KB of the Free plan are used\. /,
      ),
    }
    await expect(write(owner, id, { A: 'a', B: 'c' })).rejects.toMatchObject(refused)
    await expect(owner.client.call(createProject, { body: { name: 'Other' } })).rejects.toMatchObject(refused)
    await expect(
      owner.client.call(createEnvironment, { params: { projectId }, body: { name: 'other' } }),
    ).rejects.toMatchObject(refused)
    await expect(seedApiKey(owner, projectId)).rejects.toMatchObject(refused)
    const rekeyed = await eventsDuring(app, () =>
      owner.client.call(deleteApiKey, { params: { id: projectId, keyId } }),
    )
    expect(rekeyed).toContain('environment_rekeyed')
    await owner.client.call(deleteVariable, { params: { id, key: 'B' } })
    expect((await owner.client.call(readVariables, { params: { id } })).variables).toEqual({ A: 'a' })
    await owner.client.call(deleteEnvironment, { params: { projectId, envId: id } })
    await owner.client.call(deleteProject, { params: { id: projectId } })
  })

  test('counts deleted projects until they are erased, and says when that is', async () => {
    const { projectId, id } = await seedEnvironment(owner)
    await fill(id)
    const status = await owner.client.call(readSubscriptionStatus, {})
    expect(status.limitStatus.storage).toMatchObject({ max: 1_000_000, nearLimit: true, atLimit: false })
    expect(status.upgradeSuggestions[0]).toMatchObject({
      primaryReason: expect.stringMatching(/^You use .* KB of your plan’s 1 MB of storage$/),
      benefits: expect.arrayContaining(['1 GB of storage']),
    })
    await owner.client.call(deleteProject, { params: { id: projectId } })
    const { ids } = await seedProject(owner, 'production')
    await expect(write(owner, ids.production, { A: value(), B: value(), C: value() })).rejects.toMatchObject({
      message: expect.stringMatching(/Deleted projects still take .* KB; they are erased from .* on\.$/),
    })
    app.advance(8 * 86_400_000)
    await sweepProjects(app.ctx)
    await write(owner, ids.production, { A: value(), B: value(), C: value() })
  })

  test('no rounds of creating and deleting pass the limit', async () => {
    await allow(160_000)
    let made = 0
    for (; made < 100; made++) {
      const created = await owner.client
        .call(createProject, { body: { name: 'Round' } })
        .catch((error: { code: string }) => error.code)
      if (typeof created === 'string') {
        expect(created).toBe('LIMIT_REACHED')
        break
      }
      await owner.client.call(deleteProject, { params: { id: created.project.id } })
    }
    expect(made).toBe(40)
    expect(await used()).toBe(160_000)
  })

  test('a collaborator learns nothing about the plan, and trims no other history', async () => {
    const { id } = await seedEnvironment(owner)
    for (let n = 0; n < 30; n++) await write(owner, id, { A: `${n}` })
    const { ids, project } = await seedProject(owner, 'production')
    const member = await addPerson(app)
    await shareProject(app, owner, project.id, member, { environments: [ids.production] })
    await allow(await used())
    await expect(write(member, ids.production, { A: 'a' })).rejects.toMatchObject({
      code: 'LIMIT_REACHED',
      message: 'The storage of this project’s owner is full. Ask the owner to free some or to upgrade.',
    })
    expect(await versionsOf(id)).toHaveLength(31)
    await write(owner, ids.production, { A: 'a' })
    expect((await versionsOf(id)).length).toBeLessThan(31)
  })

  test('while what holds the database is nearly full, free accounts cannot store more', async () => {
    const { id } = await seedEnvironment(owner, { A: 'a', B: 'b' })
    const payer = await addPerson(app)
    const { id: theirs } = await seedEnvironment(payer)
    const user = await findUser(app.ctx, payer.userId)
    if (user) await inTransaction(app.ctx, (tx) => changeUser(tx, user, { plan: 'pro' }))
    const report = async (free: number, { ageMs = 0, total = 200e9 } = {}) => {
      const seen_at = app.ctx.clock() - ageMs
      const disk = { free, total, stored: 1 }
      const of = { node: '', platform: '', disk_low_since: null, clock_ahead_ms: 0, clock_off_since: null }
      const facts = JSON.stringify({ ...of, disk })
      await upsertNode(app.ctx.db, { id: 'node', version: '1', started_at: 0, seen_at, facts })
    }
    await report(5e9)
    await expect(write(owner, id, { A: 'c', B: 'b' })).rejects.toMatchObject({
      code: 'LIMIT_REACHED',
      message: expect.stringContaining('has almost no room left'),
    })
    await owner.client.call(deleteVariable, { params: { id, key: 'B' } })
    await write(payer, theirs, { A: 'a' })
    await report(6e9)
    await write(owner, id, { A: 'c' })
    await report(0, { ageMs: 6 * 60_000 })
    await write(owner, id, { A: 'd' })
    await report(0.3e9, { total: 1e9 })
    await write(owner, id, { A: 'e' })
  })

  describe('at the same time', () => {
    const node = withSecondNode(app)
    /** The owner, at the other node. */
    const elsewhere = () => {
      const { token, masterPassword = '' } = owner
      const headers = () => headersOf({ token, masterPassword })
      return { ...owner, client: createClient({ server: node.url, headers, timeoutMs: 120_000 }) }
    }

    test('each parallel write exceeds the limit by itself at most', async () => {
      const names = Array.from({ length: 12 }, (_, n) => `env-${n}`)
      const { ids } = await seedProject(owner, ...names)
      await allow((await used()) + 3 * large)
      const results = await Promise.allSettled(
        names.map((name, n) => write(n % 2 === 0 ? owner : elsewhere(), ids[name] ?? 0, { A: value() })),
      )
      const stored = results.filter(({ status }) => status === 'fulfilled').length
      expect(stored).toBeGreaterThanOrEqual(2)
      if (engine === 'sqlite') expect(stored).toBe(2)
      for (const result of results)
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'LIMIT_REACHED' })
      // Afterwards there is no room for one more.
      await expect(write(owner, ids['env-0'] ?? 0, { A: value() })).rejects.toMatchObject({
        code: 'LIMIT_REACHED',
      })
    })

    test('writes that trim each other’s histories wait for nobody for long', async () => {
      const names = ['a', 'b', 'c', 'd'] as const
      const { ids } = await seedProject(owner, ...names)
      for (const name of names) for (let n = 0; n < 25; n++) await write(owner, ids[name], { A: `${n}` })
      await allow(await used())
      await Promise.all(
        names.flatMap((name) =>
          [owner, elsewhere(), owner].map((by, n) => write(by, ids[name], { A: `again ${n}` })),
        ),
      )
      const findings: unknown[] = []
      await verifyEnvironments(app.ctx.db, app.ctx.secrets, (...finding) => findings.push(finding))
      expect(findings).toEqual([])
      expect(await used()).toBeLessThanOrEqual(1_000_000)
    })
  })
})
