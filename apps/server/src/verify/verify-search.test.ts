import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { forEachEngine } from '../../../../dev/world/app-for-tests.ts'
import { seedProject } from '../../../../dev/world/seed-project.ts'
import { withApp } from '../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../dev/world/with-person.ts'
import { rebuildSearch } from './rebuild-search.ts'
import { verifySearch } from './verify-search.ts'

const write = sql`(select max(sequence) from activity where event_type = 'variables_imported')`
const keyOf = (name: string) => sql`(select id from activity_terms where text = ${name})`

/** What is done to the database, and what is said about it. */
const harms: readonly (readonly [name: string, harm: RawBuilder<unknown>, said: RegExp])[] = [
  [
    'a reworded text',
    sql`update activity_terms set text = 'Read nothing' where id = ${keyOf('SECOND')}`,
    /^activity_terms \d+ was changed from outside$/,
  ],
  [
    'a planted text',
    sql`insert into activity_terms (id, chain, text) values (77, 'activity/project/1', 'STRIPE_KEY')`,
    /^activity_terms 77 was changed from outside$/,
  ],
  [
    'a text of another chain',
    sql`update activity_terms set chain = 'activity/instance' where id = ${keyOf('SECOND')}`,
    /^activity_terms \d+ was changed from outside$/,
  ],
  [
    'a deleted text',
    sql`delete from activity_terms where id = ${keyOf('SECOND')}`,
    /^activity_terms \d+ is missing$/,
  ],
  [
    'an entry found by the text of another one',
    sql`update activity set term_id = ${keyOf('SECOND')} where sequence = ${write}`,
    /^activity \d+ is found by a text that is not its own$/,
  ],
  [
    'a deleted change',
    sql`delete from activity_changes where term_id = ${keyOf('SECOND')}`,
    /^activity_changes \d+ differ from the variables that the version changed$/,
  ],
  [
    'a reworded change',
    sql`update activity_changes set kind = 'removed' where term_id = ${keyOf('SECOND')}`,
    /^activity_changes \d+ differ from the variables that the version changed$/,
  ],
  [
    'a planted change',
    sql`insert into activity_changes (sequence, term_id, kind) values (1, ${keyOf('SECOND')}, 'removed')`,
    /^activity_changes 1 belongs to no entry that wrote a version$/,
  ],
  [
    'an entry in a line of another chain',
    sql`update activity set line = 1 where sequence = ${write}`,
    /^activity \d+ belongs to a line that does not begin in its chain$/,
  ],
  [
    'an entry in a line that does not exist',
    sql`update activity set line = 999999 where sequence = ${write}`,
    /^activity \d+ belongs to a line that does not begin in its chain$/,
  ],
  [
    'the version of another user',
    sql`update environment_versions set author_id = 99 where version = 2`,
    /^activity_changes \d+ names a version that another user wrote$/,
  ],
]

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)
  beforeAll(async () => {
    const { ids } = await seedProject(owner, 'development')
    for (const variables of [{ FIRST: '1' }, { FIRST: '2', SECOND: '1' }])
      await owner.client.call(writeVariables, {
        params: { id: ids.development },
        body: { variables, mode: 'merge' },
      })
  })

  const verify = async (db: Parameters<typeof verifySearch>[0]) => {
    const said: string[] = []
    await verifySearch(db, (table, id, problem) => said.push(`${table} ${id} ${problem}`))
    return said
  }

  test('nothing is wrong with what appending leaves', async () => {
    expect(await verify(app.ctx.db)).toEqual([])
    expect(await rebuildSearch({ db: app.ctx.db, engine })).toMatchObject({ differed: 0 })
  })

  describe.each(harms)('%s', (_, harm, pattern) => {
    test('is named, and made right', async () => {
      const { db } = app.ctx
      await harm.execute(db)
      expect(await verify(db)).toContainEqual(expect.stringMatching(pattern))
      const { entries, differed } = await rebuildSearch({ db, engine })
      expect(entries).toBeGreaterThan(3)
      expect(differed).toBeGreaterThan(0)
      expect(await verify(db)).toEqual([])
    })
  })
})
