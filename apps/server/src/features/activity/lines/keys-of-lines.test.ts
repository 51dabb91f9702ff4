import { listProjectActivityLines } from '@envhold/contract/activity/activity-lines.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { seedProject } from '../../../../../../dev/world/seed-project.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../../dev/world/with-person.ts'
import { maxNames, readKeysOfLines } from './keys-of-lines.ts'

/** As many as an environment can have. */
const count = 2_000
const variables = (prefix: string, value: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${prefix}_${1_000 + n}`, value]))

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)

  const write = (id: number, values: Readonly<Record<string, string>>) =>
    owner.client.call(writeVariables, { params: { id }, body: { variables: values, mode: 'merge' } })
  const textsOf = async (id: number, search?: string) => {
    const query = { category: 'project_changes', ...(search && { search }) } as const
    const { lines } = await owner.client.call(listProjectActivityLines, { params: { id }, query })
    return lines.map(({ text }) => text)
  }

  /** How many names each statement reads for the lines of a project. */
  const namesReadFor = async (id: number) => {
    const counts: number[] = []
    const db = app.ctx.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        counts.push(result.rows.length)
        return result
      },
    })
    const entries = app.ctx.db.selectFrom('activity').selectAll().where('project_id', '=', id)
    await readKeysOfLines({ ...app.ctx, db }, await entries.orderBy('sequence').execute())
    return counts
  }

  test('the names of a large change that is repeated are read once', async () => {
    const { project, ids } = await seedProject(owner, 'staging')
    for (const value of ['0', '1', '2', '3', '4']) await write(ids.staging, variables('KEY', value))
    expect((await textsOf(project.id)).slice(0, 2)).toEqual([
      'Changed 2000 keys in staging: KEY_1000, KEY_1001 and 1998 more, 4 times',
      'Added 2000 keys to staging: KEY_1000, KEY_1001 and 1998 more',
    ])
    expect(await namesReadFor(project.id)).toEqual([2 * count])
  })

  test('a large change of several environments is one, and a search finds its keys', async () => {
    const { project, ids } = await seedProject(owner, 'a', 'b', 'c', 'd', 'e')
    const start = app.stopClock()
    for (const id of Object.values(ids)) await write(id, variables('KEY', '1'))
    start()
    const places = 'a, b, c, d and e'
    expect((await textsOf(project.id))[0]).toBe(
      `Added 2000 keys to ${places}: KEY_1000, KEY_1001 and 1998 more`,
    )
    expect(await namesReadFor(project.id)).toEqual([maxNames + 1, maxNames + 1, count])
    expect((await textsOf(project.id, 'key_2345'))[0]).toBe(`Added KEY_2345 and 1999 other keys to ${places}`)
  })

  test('of several large changes in one save, a limited number of names is read', async () => {
    const { project, ids } = await seedProject(owner, 'a', 'b', 'c', 'd', 'e')
    const start = app.stopClock()
    for (const [name, id] of Object.entries(ids)) await write(id, variables(name.toUpperCase(), '1'))
    start()
    expect((await textsOf(project.id))[0]).toBe('Changed at least 8000 keys in a, b, c, d and e')
    expect(await namesReadFor(project.id)).toEqual([maxNames + 1, maxNames + 1, maxNames + 1])
  })
})
