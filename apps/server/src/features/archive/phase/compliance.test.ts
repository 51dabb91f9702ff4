import { archiveProject } from '@envhold/contract/archive/archive.ts'
import {
  readCompliance,
  readComplianceHistory,
  retainProjects,
} from '@envhold/contract/archive/compliance.ts'
import { removeCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { deleteProject } from '@envhold/contract/projects/projects.ts'
import { expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { lapse } from '../../../../../../dev/world/lapse.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../../dev/world/with-person.ts'
import { findAccountPhase } from '../../plans/account-phase-store.ts'
import { selectComplianceHistory } from './phase-store.ts'
import { sweepPhases } from './sweep-phases.ts'

const day = 86_400_000

forEachEngine((engine) => {
  const app = withApp(engine)
  // The first account of an instance has no limits.
  withPerson(app)

  test('an account without a grace period has no status, and nothing to choose', async () => {
    const ada = await addPerson(app, { masterPassword: null })
    await expect(ada.client.call(readCompliance, {})).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(ada.client.call(retainProjects, { body: { projects: [] } })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    expect(await ada.client.call(readComplianceHistory, {})).toEqual({ entries: [] })
  })

  test('shows what holds before a sweep has run, and what the end would archive', async () => {
    const ada = await addPerson(app, { masterPassword: null })
    const { projectIds } = await lapse(app, ada, { projects: 3, people: 3 })
    const [first = 0, second = 0, third = 0] = projectIds
    const before = await ada.client.call(readCompliance, {})
    expect(before).toMatchObject({
      compliant: false,
      inGracePeriod: true,
      action: 'archive_projects',
      maxProjects: 1,
      maxCollaborators: 2,
      pendingPlanName: 'Starter Plan',
      pendingPlanDisplayName: 'Free',
      archivedProjects: 0,
      projectCount: 3,
      collaboratorCount: 3,
      keep: [],
      toArchive: [third, second],
    })
    const left = Date.parse(before.gracePeriodEnd ?? '') - app.ctx.clock()
    expect(Math.ceil(left / day)).toBe(30)

    const kept = await ada.client.call(retainProjects, { body: { projects: [third] } })
    expect(kept).toMatchObject({ keep: [third], toArchive: [second, first] })
    await sweepPhases(app.ctx)
    expect(await ada.client.call(readCompliance, {})).toMatchObject({ toArchive: [second, first] })

    const reason = 'grace_period_manual'
    for (const id of [first, second])
      await ada.client.call(archiveProject, { params: { id }, body: { reason } })
    // The people share the first project: nothing is over any more.
    expect(await ada.client.call(readCompliance, {})).toMatchObject({
      compliant: true,
      inGracePeriod: false,
      gracePeriodEnd: null,
      action: null,
      pendingPlanName: null,
      pendingPlanDisplayName: null,
      archivedProjects: 2,
      toArchive: [],
    })
    const { entries } = await ada.client.call(readComplianceHistory, {})
    expect(entries.map(({ type }) => type)).toEqual([
      'downgrade_completed',
      'project_archived',
      'project_archived',
      'grace_started',
    ])
  })

  test('too many people alone ask for an upgrade', async () => {
    const ada = await addPerson(app, { masterPassword: null })
    await lapse(app, ada, { projects: 1, people: 3 })
    expect(await ada.client.call(readCompliance, {})).toMatchObject({
      compliant: false,
      inGracePeriod: true,
      action: 'upgrade_required',
      toArchive: [],
    })
  })

  test('people who leave, and projects that are deleted, end a grace period at once', async () => {
    const ada = await addPerson(app, { masterPassword: null })
    const first = await lapse(app, ada, { projects: 1, people: 3 })
    const phase = async () => (await findAccountPhase(app.ctx, ada.userId))?.phase
    await sweepPhases(app.ctx)
    expect(await phase()).toBe('grace')
    const [id = 0] = first.projectIds
    await ada.client.call(removeCollaborator, { params: { id, userId: first.people[0]?.userId ?? 0 } })
    expect(await phase()).toBe('compliant')

    const grace = await addPerson(app, { masterPassword: null })
    const [other = 0] = (await lapse(app, grace, { projects: 1, people: 3 })).projectIds
    await sweepPhases(app.ctx)
    expect((await findAccountPhase(app.ctx, grace.userId))?.phase).toBe('grace')
    await grace.client.call(deleteProject, { params: { id: other } })
    expect((await findAccountPhase(app.ctx, grace.userId))?.phase).toBe('compliant')
  })

  test.each([
    ['a project of nobody', (own: readonly number[]) => [...own, 9_999_999].slice(-1)],
    ['more than the plan keeps', (own: readonly number[]) => own.slice(0, 2)],
  ])('rejects %s', async (_, choose) => {
    const ada = await addPerson(app, { masterPassword: null })
    const { projectIds } = await lapse(app, ada, { projects: 3 })
    await expect(
      ada.client.call(retainProjects, { body: { projects: choose(projectIds) } }),
    ).rejects.toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path: 'projects' }] })
    expect(await ada.client.call(readCompliance, {})).toMatchObject({ keep: [] })
  })

  test('the history has an index of its own', async () => {
    const compiled = selectComplianceHistory(app.ctx.db, 1).compile()
    const explain = engine === 'postgres' ? 'explain' : 'explain query plan'
    const { rows } = await app.ctx.db.executeQuery<Record<string, unknown>>({
      ...compiled,
      sql: `${explain} ${compiled.sql}`,
    })
    const plan = JSON.stringify(rows)
    expect(plan).toContain('activity_of_plans')
  })
})
