import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { startServer } from '../../../../../dev/world/start-server.ts'
import { type StoppedCopy, withStoppedInstance } from '../../../../../dev/world/stopped-instance.ts'

const instance = withStoppedInstance()

const execute = async (url: string, sql: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

const editFile = ({ file }: StoppedCopy, sql: string) => {
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
}

const countMarks = ({ file }: StoppedCopy) => {
  const database = new DatabaseSync(file, { readOnly: true })
  const marks = "select count(*) as n from instance where key in ('moved-to', 'copy-of')"
  const count = database.prepare(marks).get()?.n
  database.close()
  return count
}

const nameOf = (url: string) => new URL(url).pathname.slice(1)

const cases: readonly [what: string, change: (copy: StoppedCopy) => unknown, says: RegExp][] = [
  [
    'a database with tables of others',
    ({ databaseUrl }) => execute(databaseUrl, 'create table theirs (n int)'),
    /is not empty: it has 1 tables \(theirs\)\. Name an empty database/,
  ],
  [
    'a database in another encoding',
    async ({ databaseUrl }) => {
      const name = nameOf(databaseUrl)
      await execute(inject('postgresUrl'), `drop database ${name}`)
      await execute(
        inject('postgresUrl'),
        `create database ${name} encoding 'LATIN1' locale 'C' template template0`,
      )
    },
    /its encoding is LATIN1/,
  ],
  [
    'a database that confirms commits too early',
    ({ databaseUrl }) =>
      execute(databaseUrl, `alter database ${nameOf(databaseUrl)} set synchronous_commit = off`),
    /synchronous_commit is off/,
  ],
  [
    'a database of another version',
    (copy) => editFile(copy, "update instance set value = '0031-revocations' where key = 'migrated'"),
    /from an older version of Envhold \(0031-revocations\)\. Start the server once/,
  ],
  [
    'an instance that does not verify',
    (copy) => editFile(copy, "update users set email = 'eve@example.com' where id = 1"),
    /BROKEN users 1: .*does not verify\. Nothing was changed/s,
  ],
  [
    'a text that PostgreSQL cannot store',
    (copy) => editFile(copy, "update attempts set identity = 'a' || char(0) where rowid = 1"),
    /cannot store the character U\+0000, which is in attempts\.identity/,
  ],
]

test.each(cases)('rejects %s and changes nothing', async (_, change, says) => {
  const copy = await instance.copy()
  await change(copy)
  const { code, said } = await copy.move()
  expect(said).toMatch(says)
  expect(code).toBe(1)
  expect(countMarks(copy), 'the data folder is not marked').toBe(0)
})

test('rejects an instance whose server runs', async () => {
  const copy = await instance.copy()
  const server = await startServer({ engine: 'sqlite', settings: copy.settings.sqlite })
  try {
    const { code, said } = await copy.move()
    expect(said).toMatch(/Another Envhold process is using the data folder .*\. Stop it first/)
    expect(code).toBe(1)
  } finally {
    await server.end()
  }
})

test('rejects a password on the command line, and never prints one', async () => {
  const copy = await instance.copy()
  const url = new URL(copy.databaseUrl)
  const { password } = url
  const settings = { DATABASE_URL: '' }
  const visible = await copy.move([url.href], { settings })
  expect(visible.code).toBe(2)
  expect(visible.said).toMatch(/Leave the password out of the URL/)
  const unknown = await copy.move(['--to', url.href], { settings })
  expect(unknown.code).toBe(2)

  url.password = ''
  const wrong = await copy.move([url.href], { settings, input: 'another password' })
  expect(wrong.code).toBe(1)
  expect(wrong.said).toMatch(/it rejects the user or the password/)
  const right = await copy.move([url.href], { settings, input: decodeURIComponent(password) })
  expect(right.code, right.said).toBe(0)
  for (const { said } of [visible, unknown, wrong, right]) {
    expect(said).not.toContain(password)
    expect(said).not.toContain('another password')
  }
})

test('names what is missing', async () => {
  const copy = await instance.copy()
  const without = await copy.move([], { settings: { DATABASE_URL: '' } })
  expect(without.code).toBe(2)
  expect(without.said).toMatch(/Name the database: envhold-server move postgres:/)
  expect((await copy.move(['mysql://localhost/a'])).said).toMatch(/must be a URL like postgres:/)
  const torn = await copy.move([], { settings: { DATABASE_URL: 'postgres://envhold:12#canary@db/envhold' } })
  expect(torn.said).toContain('percent-encoded')
  expect(torn.said).not.toContain('canary')
  expect((await copy.move(['--accept-loss'])).code).toBe(2)
  expect((await copy.move([], { settings: { DATA_DIR: '/nonexistent' } })).said).toMatch(
    /There is no SQLite database in DATA_DIR \(\/nonexistent\)/,
  )
})
