import { deleteAccount } from '@envhold/contract/accounts/account-settings.ts'
import { login } from '@envhold/contract/accounts/accounts.ts'
import { listActivityLogs, listProjectActivity } from '@envhold/contract/activity/activity.ts'
import { readEvents } from '@envhold/contract/activity/event-types.ts'
import {
  cancelInvitation,
  inviteCollaborator,
  removeCollaborator,
  updateCollaborator,
} from '@envhold/contract/collaborators/collaborators.ts'
import { createVariable } from '@envhold/contract/variables/variables.ts'
import { type ChainPoint, pointText } from '@envhold/integrity/logged-chain.ts'
import { verifyProjectLog } from '@envhold/integrity/project-log.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { activityOf } from '../../../../../../dev/world/events-of.ts'
import { insertPerson } from '../../../../../../dev/world/insert-person.ts'
import { seedPersonalToken, seedProject } from '../../../../../../dev/world/seed-project.ts'
import { shareProject } from '../../../../../../dev/world/share-project.ts'
import type { Person } from '../../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { writeOutside } from '../../../../../../dev/world/write-outside.ts'
import type { Context } from '../../../context.ts'
import { connect } from '../../../db/connect.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { sweepsOf } from '../../../instance/sweeps.ts'
import { insertErasure } from '../../audit-log/activity-chain-store.ts'
import { transact } from '../../audit-log/tx.ts'
import { findMissingActivity, verifyAllActivity } from '../../audit-log/verify-activity.ts'
import { sweepErasures } from './sweep-erasures.ts'

const minute = 60_000
const day = 24 * 60 * minute

forEachEngine((engine) => {
  const app = withApp(engine)

  /** The entries that do not verify. */
  const broken = async () => {
    const entries: unknown[] = []
    await verifyAllActivity(
      app.ctx,
      async () => [],
      (verdict) => verdict.broken && entries.push([verdict.chain, verdict.broken.sequence]),
    )
    expect(await findMissingActivity(app.ctx)).toBeUndefined()
    return entries
  }
  const sweep = async (...names: readonly string[]) => {
    for (const one of sweepsOf(app.ctx)) if (names.includes(one.name)) await one.run()
  }
  const erasures = () => app.ctx.db.selectFrom('erasures').selectAll().execute()
  const signIn = async ({ email, password }: Person) =>
    (await app.as().call(login, { body: { email, password } })).token

  describe('an account that worked with others', () => {
    let owner: Person
    let bob: Person
    let projectId: number
    let noted: ChainPoint[]
    let downloaded: Uint8Array

    const listed = (token: string, headers: Record<string, string> = {}) =>
      app.fetch('/api/activity/logs?timeRange=90d&limit=100', {
        headers: { authorization: `Bearer ${token}`, ...headers },
      })
    const descriptionsOf = async (token: string, search: string) =>
      (await app.as({ token }).call(listActivityLogs, { query: { search, timeRange: '90d' } })).pagination
        .total
    async function* oneChunk(file: Uint8Array) {
      yield file
    }
    const download = async (token: string) => {
      const answer = await app.fetch(`/api/projects/${projectId}/log`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return Buffer.from(await answer.arrayBuffer())
    }

    beforeAll(async () => {
      owner = await addPerson(app)
      bob = await addPerson(app, { email: 'bob.miller@example.com' })
      const { project, ids } = await seedProject(owner, 'production')
      projectId = project.id
      const params = { id: projectId, userId: bob.userId }
      const environments = [ids.production]
      await shareProject(app, owner, projectId, bob, { environments })
      await seedPersonalToken(bob)
      await bob.client.call(createVariable, {
        params: { id: ids.production },
        body: { key: 'A', value: 'x' },
      })
      await owner.client.call(updateCollaborator, { params, body: { role: 'read' } })
      await owner.client.call(removeCollaborator, { params })
      const inviteAs = (email: string) =>
        owner.client.call(inviteCollaborator, {
          params: { id: projectId },
          body: { email, role: 'write', environments },
        })
      const again = 'BOB.miller@Example.com'
      await inviteAs(again)
      await owner.client.call(cancelInvitation, { params: { id: projectId }, body: { email: again } })
      // The address of somebody else, which begins with his.
      await inviteAs('bob.miller@example.com.au')
      await bob.client.call(deleteAccount, { body: { password: bob.password } })
      app.advance(30 * day - minute)
      await sweep('accounts', 'erasures')
      const token = await signIn(owner)
      expect(await descriptionsOf(token, 'bob.miller@example.com ')).toBeGreaterThan(3)
      expect(JSON.stringify(await activityOf(app))).toContain(bob.username)
      downloaded = await download(token)
      noted = (await verifyProjectLog(oneChunk(downloaded))).chains.flatMap(({ end }) => end ?? [])
      expect(noted).not.toHaveLength(0)
      app.advance(2 * minute)
      await sweep('accounts')
      const etag = (await listed(token)).headers.get('etag') ?? ''
      expect((await listed(token, { 'if-none-match': etag })).status).toBe(304)
      await sweep('erasures')
      expect((await listed(token, { 'if-none-match': etag })).status).toBe(200)
    })

    test('its name and its addresses are nowhere in the activity, and what others did is', async () => {
      const rows = await activityOf(app)
      const own = rows.filter(({ user_id }) => user_id === bob.userId)
      expect(own.length).toBeGreaterThan(5)
      for (const row of own) expect(row).toMatchObject({ ip: null, request_id: null, token_id: null })
      expect(own.map(({ description }) => description)).toEqual(
        expect.arrayContaining([
          'A deleted account accepted an invitation',
          'Variable created (deleted account)',
          'The account was deleted',
        ]),
      )
      const text = JSON.stringify(rows).replaceAll('bob.miller@example.com.au', '').toLowerCase()
      expect(text).not.toContain('bob.miller')
      expect(text).not.toContain(bob.username.toLowerCase())
      const ofOwner = rows.filter(({ digest, user_id }) => digest && user_id === owner.userId)
      expect(ofOwner.map(({ description }) => description)).toEqual([
        'Invited a deleted account to "Shop" (write)',
        'Changed the permission of a deleted account in "Shop" (read)',
        'Removed a deleted account from "Shop"',
        'Invited a deleted account to "Shop" (write)',
        'Canceled the invitation of a deleted account to "Shop"',
      ])
      for (const { ip } of ofOwner) expect(ip).toBe('127.0.0.1')
      expect(rows.some(({ description }) => description.includes('bob.miller@example.com.au'))).toBe(true)
    })

    test('all chains verify, on the server and in a file, as do heads that were noted before', async () => {
      expect(await broken()).toEqual([])
      const file = await download(await signIn(owner))
      const { header, chains, fault } = await verifyProjectLog(oneChunk(file), noted)
      expect(fault).toBeNull()
      expect(header?.version).toBe(2)
      const activity = chains.find(({ chain }) => chain === `activity/project/${projectId}`)
      expect(activity?.erased).toBe(
        (await activityOf(app)).filter((row) => row.digest && row.project_id).length,
      )
      expect(activity?.matched.map(pointText)).toEqual(noted.map(pointText))
      expect(file.includes('bob.miller@example.com"')).toBe(false)
    })

    test('neither a search nor a list shows any of it', async () => {
      const token = await signIn(owner)
      expect(await descriptionsOf(token, 'bob.miller@example.com ')).toBe(1)
      expect(await descriptionsOf(token, bob.username)).toBe(1)
      const { activities } = await app
        .as({ token })
        .call(listProjectActivity, { params: { id: projectId }, query: { timeRange: '90d', limit: 100 } })
      expect(JSON.stringify(activities)).not.toContain('bob.miller@example.com"')
      expect(activities.map(({ description }) => description)).toContain(
        'Removed a deleted account from "Shop"',
      )
      const changes = await app.as({ token }).call(listProjectActivity, {
        params: { id: projectId },
        query: { category: 'changes', timeRange: '90d', limit: 100 },
      })
      const isRead = ({ event_type }: { event_type: string }) =>
        readEvents.some((type) => type === event_type)
      expect(changes.activities).toEqual(activities.filter((entry) => !isRead(entry)))
      expect(changes.pagination.total).toBe(changes.activities.length)
      expect(activities.some(isRead)).toBe(true)
    })

    test('its name is forgotten when nothing can be written about it any more', async () => {
      expect(await erasures()).toMatchObject([{ user_id: bob.userId, username: bob.username }])
      app.advance(60 * minute)
      await sweep('erasures')
      expect(await erasures()).toEqual([])
      expect(await sweepErasures(app.ctx)).toBe(0)
    })
  })

  describe('what a writer of the database can do', () => {
    let ada: Awaited<ReturnType<typeof insertPerson>>
    const ofAda = async () => (await activityOf(app)).filter(({ user_id }) => user_id === ada.userId)
    const record = (count: number, description = 'Ada signed in') =>
      transact(
        app.ctx,
        { userId: ada.userId, origin: { ip: '203.0.113.7', requestId: 'r', userAgent: '' } },
        async (tx) =>
          tx.record(
            ...Array.from(
              { length: count },
              () => ({ type: 'login', severity: 'low', description }) as const,
            ),
          ),
      )
    const erase = async () => {
      await app.ctx.db.deleteFrom('users').where('id', '=', ada.userId).execute()
      const now = app.ctx.clock()
      await inTransaction(app.ctx, (tx) =>
        insertErasure(tx, {
          user_id: ada.userId,
          username: 'ada',
          email_canonical: ada.email,
          created_at: now,
          deleted_at: now,
        }),
      )
      return await sweepErasures(app.ctx)
    }
    beforeEach(async () => {
      ada = await insertPerson(app)
      await record(3)
    })

    test('an entry that is not erased by the server is found, whatever it says', async () => {
      const [first, second] = await ofAda()
      const digest = (await erasedElsewhere()) ?? new Uint8Array(32)
      const hex = Buffer.from(digest).toString('hex')
      const bytes = (text: string) => (engine === 'postgres' ? `decode('${text}', 'hex')` : `x'${text}'`)
      const set = (changes: string) =>
        writeOutside(app, `update activity set ${changes} where sequence = ${second?.sequence}`)
      for (const changes of [
        `description = 'Nothing happened', digest = ${bytes(hex)}`,
        `digest = ${bytes(hex)}, erasure_mac = ${bytes('01'.repeat(33))}`,
        `digest = null, erasure_mac = ${bytes('01'.repeat(33))}`,
      ]) {
        await set(changes)
        expect(await broken()).toEqual([[first?.chain, 2]])
      }
      // Erasing it for good launders nothing.
      await erase()
      expect(await broken()).toEqual([[first?.chain, 2]])
      await app.ctx.db
        .updateTable('activity')
        .set({ ...second })
        .where('sequence', '=', second?.sequence ?? 0)
        .execute()
      expect(await broken()).toEqual([])
    })

    /** The digest of an entry that the server has erased. */
    async function erasedElsewhere() {
      return (await activityOf(app)).find((row) => row.digest)?.digest
    }

    test('an erased entry cannot be changed, nor moved to another place, nor an edit erased', async () => {
      const [, second] = await ofAda()
      await writeOutside(
        app,
        `update activity set description = 'Edited' where sequence = ${second?.sequence}`,
      )
      expect(await erase()).toBe(3)
      const chain = `activity/account/${ada.userId}`
      expect(await broken()).toEqual([[chain, 2]])
      const [one, edited, last] = await ofAda()
      expect(edited?.description).toBe('A deleted account signed in')
      const at = app.ctx.db.updateTable('activity').where('sequence', '=', last?.sequence ?? 0)
      const change = async (changes: object) => {
        await at.set({ ...last, ...changes }).execute()
        const isFound = await broken()
        await at.set({ ...last }).execute()
        return isFound
      }
      const { digest, erasure_mac } = one ?? {}
      await app.ctx.db
        .updateTable('activity')
        .set({ ...second })
        .where('sequence', '=', second?.sequence ?? 0)
        .execute()
      expect(await broken()).toEqual([])
      for (const changes of [
        { description: 'x' },
        { at: 1 },
        { ip: '::1' },
        { digest },
        { digest, erasure_mac },
      ])
        expect(await change(changes)).toEqual([[chain, 3]])
    })

    test('a request that the server did not write erases nothing, nor one for an account that exists', async () => {
      const { userId, email } = ada
      const request = {
        user_id: userId,
        username: 'ada',
        email_canonical: email,
        created_at: 0,
        deleted_at: app.ctx.clock(),
      }
      await inTransaction(app.ctx, (tx) => insertErasure(tx, request))
      expect(await sweepErasures(app.ctx)).toBe(0)
      expect(app.logged()).toContain('"table":"erasures"')
      await app.ctx.db.deleteFrom('users').where('id', '=', userId).execute()
      await app.ctx.db
        .updateTable('erasures')
        .set({ username: 'eve' })
        .where('user_id', '=', userId)
        .execute()
      expect(await sweepErasures(app.ctx)).toBe(0)
      expect((await ofAda()).every(({ digest }) => digest === null)).toBe(true)
      await app.ctx.db.deleteFrom('erasures').execute()
    })

    test('a walk that is interrupted goes on where it was, on two nodes at once', async () => {
      await app.ctx.db.deleteFrom('erasures').execute()
      await record(4_500)
      const { sequence } = (await ofAda()).at(-1) ?? { sequence: 0 }
      const stop = sequence - 100
      await writeOutside(app, trap(stop))
      await expect(erase()).rejects.toThrow('stopped')
      const [half] = await erasures()
      expect(half?.done).toBeGreaterThan(0)
      expect(half?.done).toBeLessThan(stop)
      const before = (await ofAda()).filter((row) => row.digest)
      expect(before.length).toBeGreaterThan(1_000)
      await writeOutside(app, untrap)
      const other = engine === 'postgres' ? otherNode() : undefined
      const counts = await Promise.all(
        [app.ctx, other?.ctx ?? app.ctx].map((ctx) => sweepErasures(ctx as Context)),
      )
      await other?.close()
      expect((counts[0] ?? 0) + (counts[1] ?? 0)).toBeGreaterThanOrEqual(4_503 - before.length)
      const after = await ofAda()
      expect(after.every((row) => row.digest && row.ip === null)).toBe(true)
      expect(after.slice(0, before.length)).toEqual(before)
      expect(await broken()).toEqual([])
    })

    const trap = (at: number) =>
      engine === 'postgres'
        ? `create function stop() returns trigger language plpgsql as
             $$ begin raise exception 'stopped'; end $$;
           create trigger stop before update on activity for each row when (new.sequence = ${at})
             execute function stop()`
        : `create trigger stop before update on activity when new.sequence = ${at}
             begin select raise(abort, 'stopped'); end`
    const untrap =
      engine === 'postgres' ? 'drop trigger stop on activity; drop function stop' : 'drop trigger stop'
    const otherNode = () => {
      const { config } = app.ctx
      const database = connect({ databaseUrl: config.databaseUrl?.reveal(), dataDir: config.dataDir })
      return { ctx: { ...app.ctx, db: database.db }, close: () => database.close() }
    }
  })
})
