// Who is reminded of due days: only those who still see the environment, with an active account.

import { freePlan } from '@envhold/contract/billing/plans.ts'
import { removeCollaborator, updateCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { deleteProject } from '@envhold/contract/projects/projects.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { changePlan } from '../../../../../../dev/world/change-plan.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import { putInArchive, restoreFromArchive, setHeld } from '../../../../../../dev/world/put-in-archive.ts'
import { seedProject } from '../../../../../../dev/world/seed-project.ts'
import { shareProject } from '../../../../../../dev/world/share-project.ts'
import type { Person } from '../../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../../dev/world/with-person.ts'
import { connect } from '../../../db/connect.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { changeUser, findUser, type User } from '../../users/user-store.ts'
import { dayIn } from './due-reminder.ts'
import { sweepDueDays } from './sweep-due-days.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)
  const member = withPerson(app)
  const reader = withPerson(app)
  beforeAll(async () => {
    await changePlan(app, freePlan, { max_projects: 100, max_collaborators: 10 })
    // No test may cross midnight.
    const left = dayMs - (app.ctx.clock() % dayMs)
    if (left < hourMs / 2) app.advance(left)
  })
  beforeEach(async () => {
    await app.ctx.db.deleteFrom('due_days').execute()
  })

  const setDue = (id: number, by: Person, key = 'A') =>
    by.client.call(writeVariables, {
      params: { id },
      body: {
        variables: { [key]: '1' },
        mode: 'merge',
        details: { [key]: { due: dayIn(7, app.ctx.clock()) } },
      },
    })
  /** Variables that are due in a week: one of the owner, and one of `member`. `reader` sees them. */
  const seed = async () => {
    const { project, ids } = await seedProject(owner, 'production', 'staging')
    const { production: id, staging } = ids
    await shareProject(app, owner, project.id, member, { environments: [id, staging] })
    await shareProject(app, owner, project.id, reader, { environments: [id], role: 'read' })
    await setDue(id, owner)
    await setDue(id, member, 'B')
    return { id, staging, projectId: project.id }
  }
  /** Runs the sweep, and returns who gets its mails. */
  const remind = async () => {
    const before = (await mailsOf(app)).length
    await sweepDueDays(app.ctx)
    return (await mailsOf(app)).slice(before).map(({ template, to }) => {
      expect(template).toBe('variables-due')
      return to
    })
  }
  const change = (person: Person, changed: Partial<Pick<User, 'status'>>) =>
    inTransaction(app.ctx, async (tx) => {
      const user = await findUser(tx, person.userId)
      if (user) await changeUser(tx, user, changed)
    })
  const withStatus = async (person: Person, status: User['status']) => {
    await change(person, { status })
    const mailed = await remind()
    await change(person, { status: 'ACTIVE' })
    return mailed
  }

  test('the owner and who set a day are mailed, and no one else', async () => {
    await seed()
    expect(await remind()).toEqual([owner.email, member.email])
  })

  test('a collaborator who was removed is not mailed', async () => {
    const { projectId } = await seed()
    await owner.client.call(removeCollaborator, { params: { id: projectId, userId: member.userId } })
    expect(await remind()).toEqual([owner.email])
  })

  test('nor is one with whom the environment is no longer shared', async () => {
    const { projectId, staging } = await seed()
    await owner.client.call(updateCollaborator, {
      params: { id: projectId, userId: member.userId },
      body: { environments: [staging] },
    })
    expect(await remind()).toEqual([owner.email])
  })

  test('nor is one whose access is paused', async () => {
    await seed()
    await setHeld(app, owner, member, true)
    expect(await remind()).toEqual([owner.email])
    await setHeld(app, owner, member, false)
  })

  test.each(['SUSPENDED', 'PENDING', 'INACTIVE'] as const)(
    'an account that is %s is not mailed',
    async (status) => {
      await seed()
      expect(await withStatus(member, status)).toEqual([owner.email])
    },
  )

  test('while the owner is suspended, who set the day is mailed; of a deleted owner, nobody', async () => {
    await seed()
    expect(await withStatus(owner, 'INACTIVE')).toEqual([])
    expect(await withStatus(owner, 'SUSPENDED')).toEqual([member.email])
    expect(await remind()).toEqual([])
  })

  test('nobody is mailed about a project in the archive, until it comes back', async () => {
    const { projectId } = await seed()
    const archived = await putInArchive(app, owner, projectId)
    expect(await remind()).toEqual([])
    await restoreFromArchive(app, archived)
    expect(await remind()).toEqual([owner.email, member.email])
  })

  test('nobody is mailed about a project that was deleted', async () => {
    const { projectId } = await seed()
    await owner.client.call(deleteProject, { params: { id: projectId } })
    expect(await remind()).toEqual([])
  })

  test('each environment has its own mail, and of two nodes one sends it', async () => {
    const { ids } = await seedProject(owner, 'production', 'staging', 'development')
    for (const id of Object.values(ids)) await setDue(id, owner)
    const { databaseUrl, dataDir } = app.ctx.config
    // SQLite has one node.
    const other = engine === 'postgres' ? connect({ databaseUrl: databaseUrl?.reveal(), dataDir }) : undefined
    try {
      const node = { ...app.ctx, ...(other && { db: other.db }) }
      const before = (await mailsOf(app)).length
      await Promise.all([
        sweepDueDays(app.ctx),
        sweepDueDays(node),
        sweepDueDays(app.ctx),
        sweepDueDays(node),
      ])
      const mails = (await mailsOf(app)).slice(before)
      expect(mails.map(({ to }) => to)).toEqual([owner.email, owner.email, owner.email])
      for (const name of Object.keys(ids))
        expect(mails.filter(({ text }) => text.includes(name))).toHaveLength(1)
    } finally {
      await other?.close()
    }
  })
})
