import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dumpPostgres, findObstacle, postgresEnvironment, requireReadableDump } from './postgres-dump.ts'
import { runProgram } from './run-program.ts'

describe('the environment of PostgreSQL’s programs', () => {
  it.each([
    [
      'postgres://ada:p%40ss%2Fw@db.example.com:5433/env%20hold',
      {
        PGHOST: 'db.example.com',
        PGPORT: '5433',
        PGUSER: 'ada',
        PGPASSWORD: 'p@ss/w',
        PGDATABASE: 'env hold',
      },
    ],
    ['postgres://[::1]/envhold', { PGHOST: '::1', PGDATABASE: 'envhold' }],
    ['postgres://ada@%2Fvar%2Frun/envhold', { PGHOST: '/var/run', PGUSER: 'ada', PGDATABASE: 'envhold' }],
    [
      'postgresql:///envhold?host=/var/run/postgresql&user=ada&sslmode=verify-full',
      { PGHOST: '/var/run/postgresql', PGUSER: 'ada', PGDATABASE: 'envhold', PGSSLMODE: 'verify-full' },
    ],
    ['postgres://db/envhold?application_name=x&PATH=/tmp', { PGHOST: 'db', PGDATABASE: 'envhold' }],
  ])('of %s', (url, expected) => expect(postgresEnvironment(url)).toEqual(expected))
})

/** Programs that stand for PostgreSQL’s: shell scripts in a folder of their own. */
describe.skipIf(process.platform === 'win32')('pg_dump and pg_restore', () => {
  let path: string
  beforeAll(async () => {
    path = await mkdtemp(join(tmpdir(), 'envhold-programs-'))
  })
  afterAll(() => rm(path, { recursive: true }))
  const { signal } = new AbortController()
  const programs = () => ({ path })
  const install = async (name: string, script: string) => {
    await writeFile(join(path, name), `#!/bin/sh\n${script}\n`)
    await chmod(join(path, name), 0o755)
  }

  it('says which version to install, and how to do it by hand', async () => {
    const facts = { major: 17, isPooled: false }
    expect(await findObstacle({ path: join(path, 'none') }, facts)).toMatch(
      /^pg_dump is not installed.*postgresql-client-17.*Or run pg_dump --format=custom of PostgreSQL 17/,
    )
    await install('pg_dump', 'echo "pg_dump (PostgreSQL) 16.4 (Debian 16.4-1)"')
    expect(await findObstacle(programs(), facts)).toMatch(/of version 16, and the database of version 17/)
    expect(await findObstacle(programs(), { ...facts, major: 16 })).toBeUndefined()
    expect(await findObstacle(programs(), { ...facts, major: 15 })).toBeUndefined()
    expect(await findObstacle(programs(), { major: 16, isPooled: true })).toMatch(/connection pooler/)
    await install('pg_dump', 'exit 1')
    expect(await findObstacle(programs(), facts)).toMatch(/is not installed/)
  })

  it('gets the password in its environment, never in its arguments, and nothing else of this process', async () => {
    const [args, env] = [join(path, 'args'), join(path, 'env')]
    await install('pg_dump', `echo "$@" > ${args}\n/usr/bin/env > ${env}`)
    process.env.ENVHOLD_TEST_CANARY = 'canary'
    try {
      await dumpPostgres(programs(), 'postgres://ada:s3cret@db/envhold', { to: '/backups/x.dump', signal })
    } finally {
      delete process.env.ENVHOLD_TEST_CANARY
    }
    expect(await readFile(args, 'utf8')).toBe(
      '--format=custom --no-owner --no-privileges --no-password --file=/backups/x.dump\n',
    )
    const text = await readFile(env, 'utf8')
    expect(text).toContain('PGPASSWORD=s3cret')
    expect(text).toContain('LC_ALL=C')
    expect(text).not.toMatch(/canary|HOME=/)
  })

  it('that fails says its exit code, and nothing that it printed', async () => {
    await install('pg_dump', 'echo "password s3cret is wrong" >&2; exit 3')
    const failed = dumpPostgres(programs(), 'postgres://db/envhold', { to: '/x', signal })
    await expect(failed).rejects.toThrow(/^pg_dump ended with exit code 3\. Check that the disk has space/)
  })

  it('finds out whether a dump can be read', async () => {
    await install('pg_restore', '[ "$2" = /good ]')
    const dump = (at: string) => ({ path: at, engineVersion: '18.1', signal })
    await requireReadableDump(programs(), dump('/good'))
    await expect(requireReadableDump(programs(), dump('/bad'))).rejects.toThrow(/an older version/)
    await expect(requireReadableDump({ path: '/none' }, dump('/good'))).rejects.toThrow(
      /pg_restore is not installed on this machine/,
    )
  })

  it('ends with its backup', async () => {
    await install('pg_dump', 'exec sleep 600')
    const stop = new AbortController()
    const running = dumpPostgres({ path: `${path}:/usr/bin:/bin` }, 'postgres://db/x', {
      to: '/x',
      signal: stop.signal,
    })
    stop.abort()
    await expect(running).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('may print more than is kept', async () => {
    await install('loud', 'i=0; while [ $i -lt 3000 ]; do echo "0123456789abcdef"; i=$((i+1)); done')
    const { code, output } = await runProgram(programs(), ['loud'], { env: {} })
    expect(code).toBe(0)
    expect(output.length).toBeGreaterThanOrEqual(10_000)
    expect(output).toMatch(/^0123456789abcdef\n/)
  })
})
