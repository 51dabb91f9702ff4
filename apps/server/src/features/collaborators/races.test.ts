import { createClient } from '@envhold/client/client.ts'
import {
  cancelInvitation,
  inviteCollaborator,
  listCollaborators,
  removeCollaborator,
  updateCollaborator,
} from '@envhold/contract/collaborators/collaborators.ts'
import { acceptInvitation, declineInvitation } from '@envhold/contract/collaborators/invitations.ts'
import { createEnvironment } from '@envhold/contract/environments/environments.ts'
import { createVariable } from '@envhold/contract/variables/variables.ts'
import { expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine, headersOf } from '../../../../../dev/world/app-for-tests.ts'
import { seedPersonalToken, seedProject, variablesOf } from '../../../../../dev/world/seed-project.ts'
import { invite, markEmailVerified, shareProject } from '../../../../../dev/world/share-project.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { withSecondNode } from '../../../../../dev/world/with-second-node.ts'

/** On PostgreSQL every second call goes to another node. */
forEachEngine((engine) => {
  const app = withApp(engine)
  const node = withSecondNode(app)
  const owner = withPerson(app)

  let turn = 0
  const anywhere = ({ token, masterPassword = '' }: Person) => {
    const server = ++turn % 2 === 0 ? node.url : app.url
    return createClient({ server, headers: () => headersOf({ token, masterPassword }), timeoutMs: 120_000 })
  }
  const shop = async () => {
    const { project, environments } = await seedProject(owner, 'one', 'two', 'three')
    return { params: { id: project.id }, environments: environments.map(({ id }) => id) }
  }
  const put = (by: Person, id: number, key: string) =>
    anywhere(by).call(createVariable, { params: { id }, body: { key, value: '1' } })
  const outcomes = async (calls: readonly Promise<unknown>[]) =>
    (await Promise.allSettled(calls)).map((result) =>
      result.status === 'fulfilled' ? 'done' : (result.reason as { code: string }).code,
    )
  const expectSound = async (environments: readonly number[], ...readers: readonly Person[]) => {
    for (const id of environments) {
      await put(owner, id, `SOUND_${++turn}`)
      for (const reader of [owner, ...readers]) await variablesOf(reader, id)
    }
    expect(app.logged()).not.toContain('changed from outside')
  }

  test('two concurrent acceptances join once', async () => {
    const { params, environments } = await shop()
    const collaborator = await addPerson(app)
    const { token, secret } = await invite(app, owner, params.id, collaborator.email, { environments })
    const calls = [1, 2, 3].map(() =>
      anywhere(collaborator).call(acceptInvitation, { params: { token }, body: { secret } }),
    )
    expect((await outcomes(calls)).sort()).toEqual(['NOT_FOUND', 'NOT_FOUND', 'done'])
    await expectSound(environments, collaborator)
  })

  test('of concurrent accepting, declining and canceling one wins, and the keys follow it', async () => {
    for (const hasVault of [false, true]) {
      const { params, environments } = await shop()
      const collaborator = await addPerson(app)
      if (hasVault) await markEmailVerified(app, collaborator)
      const { token, secret } = await invite(app, owner, params.id, collaborator.email, { environments })
      const meanwhile = put(owner, environments[0] ?? 0, 'MEANWHILE')
      const [accepted, ...others] = await outcomes([
        anywhere(collaborator).call(acceptInvitation, { params: { token }, body: { secret } }),
        anywhere(collaborator).call(declineInvitation, { params: { token } }),
        anywhere(owner).call(cancelInvitation, { params, body: { email: collaborator.email } }),
      ])
      await meanwhile
      expect([accepted, ...others].filter((outcome) => outcome === 'done')).toHaveLength(1)
      await expectSound(environments, ...(accepted === 'done' ? [collaborator] : []))
      if (accepted !== 'done') {
        await expect(variablesOf(collaborator, environments[0] ?? 0)).rejects.toMatchObject({
          code: 'NOT_FOUND',
        })
        const grants = await app.ctx.db
          .selectFrom('grants')
          .select('kind')
          .where('environment_id', 'in', environments)
          .where('principal', '!=', String(owner.userId))
          .execute()
        expect(grants).toEqual([])
      }
    }
  })

  test('invites the same e-mail address once', async () => {
    const { params, environments } = await shop()
    const body = { email: `once-${engine}@example.com`, role: 'read', environments } as const
    const calls = [1, 2, 3].map(() =>
      anywhere(owner).call(inviteCollaborator, { params, body: { ...body, environments } }),
    )
    expect((await outcomes(calls)).sort()).toEqual(['ALREADY_INVITED', 'ALREADY_INVITED', 'done'])
  })

  test('gives the last free place once', async () => {
    const limited = await addPerson(app)
    const { project, environments } = await seedProject(limited, 'one')
    const ids = environments.map(({ id }) => id)
    const calls = [1, 2, 3, 4].map((n) =>
      anywhere(limited).call(inviteCollaborator, {
        params: { id: project.id },
        body: { email: `place-${n}-${engine}@example.com`, role: 'read', environments: ids },
      }),
    )
    expect((await outcomes(calls)).sort()).toEqual(['LIMIT_REACHED', 'LIMIT_REACHED', 'done', 'done'])
  })

  test('under any concurrent calls, a removed collaborator loses access and the others keep it', async () => {
    const { params, environments } = await shop()
    const [stays, goes, comes] = [await addPerson(app), await addPerson(app), await addPerson(app)]
    for (const person of [stays, goes]) await shareProject(app, owner, params.id, person, { environments })
    const waiting = await invite(app, owner, params.id, comes.email, { environments })
    const [first = 0, second = 0] = environments
    await Promise.allSettled([
      anywhere(owner).call(removeCollaborator, { params: { ...params, userId: goes.userId } }),
      ...[1, 2, 3].map((n) => put(stays, first, `STAYS_${n}`)),
      ...[1, 2, 3].map((n) => put(owner, second, `OWNER_${n}`)),
      put(goes, first, 'GOES'),
      seedPersonalToken({ client: anywhere(stays) }),
      seedPersonalToken({ client: anywhere(goes) }),
      seedPersonalToken({ client: anywhere(comes) }),
      anywhere(comes).call(acceptInvitation, {
        params: { token: waiting.token },
        body: { secret: waiting.secret },
      }),
      anywhere(owner).call(updateCollaborator, {
        params: { ...params, userId: stays.userId },
        body: { role: 'write', environments: [first, second] },
      }),
      anywhere(owner).call(createEnvironment, {
        params: { projectId: params.id },
        body: { name: 'meanwhile' },
      }),
    ])
    const { collaborators } = await owner.client.call(listCollaborators, { params })
    expect(collaborators.map(({ user_id }) => user_id).sort()).toEqual([stays.userId, comes.userId].sort())
    await expectSound([first, second], stays, comes)
    for (const id of environments)
      await expect(variablesOf(goes, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const tokens = await app.ctx.db
      .selectFrom('principals')
      .select(['id', 'user_id'])
      .where('kind', '=', 'personal-token')
      .where('user_id', 'in', [stays.userId, goes.userId, comes.userId])
      .execute()
    const grants = await app.ctx.db
      .selectFrom('grants')
      .select(['principal'])
      .where('environment_id', '=', first)
      .where('kind', '=', 'personal-token')
      .execute()
    expect(grants.map(({ principal }) => principal).sort()).toEqual(
      tokens
        .filter(({ user_id }) => user_id !== goes.userId)
        .map(({ id }) => id)
        .sort(),
    )
  })
})
