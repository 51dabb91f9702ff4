import { updateCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { revokePersonalToken } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { environmentState } from '../../../../../dev/world/environment-state.ts'
import { seedPersonalToken, seedProject, variablesOf } from '../../../../../dev/world/seed-project.ts'
import { accept, invite, markEmailVerified, shareProject } from '../../../../../dev/world/share-project.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { inTransaction } from '../../db/transaction.ts'
import { changeUser, findUser } from '../users/user-store.ts'

/** More tokens than one transaction seals keys of three environments to. */
const manyTokens = 100
const maxSealed = 256

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)
  let guest: Person
  let tokens: { id: string; token: string }[]
  beforeAll(async () => {
    guest = await addPerson(app)
    tokens = []
    for (let n = 0; n < manyTokens; n++) tokens.push(await seedPersonalToken(guest))
  })
  let projectId: number
  let ids: number[]
  let otherId: number
  beforeEach(async () => {
    const seeded = await seedProject(owner, 'a', 'b', 'c', 'other')
    projectId = seeded.project.id
    const { other, ...rest } = seeded.ids
    ids = Object.values(rest)
    otherId = other
    await forgetVerification()
  })

  const forgetVerification = () =>
    inTransaction(app.ctx, async (tx) => {
      const user = await findUser(tx, guest.userId)
      if (user) await changeUser(tx, user, { email_verified_at: null })
    })
  /** How many grants of the guest's tokens open something, and how many are reserved. */
  const grantsOfTokens = async () => {
    const states = await Promise.all(ids.map((id) => environmentState(app, id)))
    const lengths = states.flatMap(({ grants }) =>
      grants.flatMap(({ kind, principal, sealed }) =>
        kind === 'personal-token' && tokens.some(({ id }) => id === principal) ? [sealed.length] : [],
      ),
    )
    const live = lengths.filter((length) => length > 34).length
    return { live, reserved: lengths.length - live }
  }
  const all = () => ({ live: ids.length * tokens.length, reserved: 0 })
  const readsByToken = (token: { readonly token: string } | undefined, id = 0) =>
    variablesOf({ client: app.as({ token: token?.token ?? '' }) }, id)

  test('an invitation is sealed to the account alone, and acceptance to its tokens', async () => {
    await markEmailVerified(app, guest)
    const one = ids.slice(0, 1)
    const invited = await invite(app, owner, projectId, guest.email, { environments: one })
    expect(await grantsOfTokens()).toEqual({ live: 0, reserved: 0 })
    await accept(guest, invited)
    expect(await grantsOfTokens()).toEqual({ live: tokens.length, reserved: 0 })
    for (const token of [tokens[0], tokens.at(-1)]) expect(await readsByToken(token, one[0])).toEqual({})
  })

  const ways: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['with the link', () => shareProject(app, owner, projectId, guest, { environments: ids })],
    [
      'to the account',
      async () => {
        await markEmailVerified(app, guest)
        await shareProject(app, owner, projectId, guest, { environments: ids })
      },
    ],
    [
      'without the link, by the owner’s next call',
      async () => {
        const { token } = await invite(app, owner, projectId, guest.email, { environments: ids })
        await markEmailVerified(app, guest)
        await accept(guest, { token })
        await variablesOf(owner, ids[0] ?? 0)
      },
    ],
    [
      'to a collaborator who gets more environments',
      async () => {
        await shareProject(app, owner, projectId, guest, { environments: [otherId] })
        const params = { id: projectId, userId: guest.userId }
        await owner.client.call(updateCollaborator, { params, body: { environments: [...ids, otherId] } })
      },
    ],
  ]
  test.each(ways)(
    'one transaction seals to few tokens %s, and later calls to the others',
    async (_, share) => {
      await share()
      const { live, reserved } = await grantsOfTokens()
      expect(live + reserved).toBe(ids.length * tokens.length)
      expect(live).toBeGreaterThanOrEqual(maxSealed)
      expect(reserved).toBeGreaterThan(0)
      for (const id of ids) expect(await variablesOf(guest, id)).toEqual({})
      expect(await grantsOfTokens()).toEqual(all())
      for (const id of ids)
        for (const token of tokens.slice(-5)) expect(await readsByToken(token, id)).toEqual({})
      const membership = app.ctx.db.selectFrom('memberships').select('keys_pending')
      expect(
        await membership.where('user_id', '=', guest.userId).where('project_id', '=', projectId).execute(),
      ).toEqual([{ keys_pending: 0 }])
    },
  )

  test('a token that waits says so, and one that is revoked is granted nothing later', async () => {
    await shareProject(app, owner, projectId, guest, { environments: ids })
    const last = ids.at(-1) ?? 0
    const { grants } = await environmentState(app, last)
    const [waiting, revoked] = grants.filter(
      ({ kind, sealed }) => kind === 'personal-token' && sealed.length === 34,
    )
    const token = tokens.find(({ id }) => id === waiting?.principal)
    await expect(readsByToken(token, last)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('This token waits for the key'),
    })
    await app
      .as({ token: guest.token })
      .call(revokePersonalToken, { params: { id: revoked?.principal ?? '' } })
    tokens = tokens.filter(({ id }) => id !== revoked?.principal)
    // A call does eight pieces of pending work. The first are the re-keys of everything that the token could open.
    for (let calls = 0; calls < 3; calls++) await variablesOf(guest, last)
    expect(await readsByToken(token, last)).toEqual({})
    await variablesOf(owner, last)
    const after = await environmentState(app, last)
    expect(after.grants.map(({ principal }) => principal)).not.toContain(revoked?.principal)
  })
})
