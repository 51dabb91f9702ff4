import { createEnvironment, deleteEnvironment } from '@envhold/contract/environments/environments.ts'
import { readVariables, writeVariables } from '@envhold/contract/variables/variables.ts'
import { readVersion } from '@envhold/contract/variables/versions.ts'
import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { activityOf } from '../../../../../dev/world/events-of.ts'
import { seedProject } from '../../../../../dev/world/seed-project.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)

  test('an environment deleted during a read is not found, and not reported as tampering', async () => {
    const { client } = owner
    const { project } = await seedProject(owner)
    const params = { projectId: project.id }
    const answers = new Set<string>()
    for (let round = 0; round < 15; round++) {
      const { environment } = await client.call(createEnvironment, { params, body: { name: 'short-lived' } })
      const { id } = environment
      await client.call(writeVariables, { params: { id }, body: { variables: { A: '1' }, mode: 'merge' } })
      const readUntilDeleted = async (isCurrent: boolean): Promise<never> => {
        for (;;) {
          if (isCurrent) await client.call(readVariables, { params: { id } })
          else await client.call(readVersion, { params: { id, version: 1 } })
        }
      }
      const reads = [true, false, true, false].map((isCurrent) =>
        readUntilDeleted(isCurrent).catch(({ code }) => String(code)),
      )
      await pause(round % 5)
      await client.call(deleteEnvironment, { params: { ...params, envId: id } })
      for (const answer of await Promise.all(reads)) answers.add(answer)
    }
    expect([...answers]).toEqual(['NOT_FOUND'])
    expect((await activityOf(app)).map(({ event_type }) => event_type)).not.toContain('security_violation')
  })
})
