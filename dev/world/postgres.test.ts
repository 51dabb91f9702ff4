import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { startPostgres } from './postgres.ts'

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows[0]?.[0]
  } finally {
    await client.end()
  }
}

test('a cluster starts with fsync on, makes databases apart from each other, and leaves nothing', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'envhold-clusters-'))
  // PostgreSQL may run as another user.
  await chmod(parent, 0o1777)
  const postgres = await startPostgres(parent)
  expect(await readdir(parent)).toHaveLength(1)
  const one = await postgres.createDatabase('one')
  const two = await postgres.createDatabase('two-"quoted"')
  expect(await ask(one, 'SHOW fsync')).toBe('on')
  await ask(one, 'CREATE TABLE kept (n int)')
  await expect(ask(two, 'SELECT * FROM kept')).rejects.toThrow('does not exist')
  await postgres.stop()
  await expect(ask(one, 'SELECT 1')).rejects.toThrow()
  expect(await readdir(parent)).toEqual([])
  await rm(parent, { recursive: true })
})

test('two clusters live side by side', async () => {
  const [a, b] = await Promise.all([startPostgres(), startPostgres()])
  expect(new URL(a.url('postgres')).port).not.toBe(new URL(b.url('postgres')).port)
  expect(await ask(b.url('postgres'), 'SELECT 1')).toBe(1)
  await Promise.all([a.stop(), b.stop()])
})

test('a starter that is killed takes its cluster along', async () => {
  const script = `import { startPostgres } from ${JSON.stringify(join(import.meta.dirname, 'postgres.ts'))}
    const postgres = await startPostgres()
    process.stdout.write(postgres.url('postgres') + '\\n')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  const url = said.toString().trim()
  const folder = await ask(url, 'SHOW data_directory')
  child.kill('SIGKILL')
  for (let i = 0; i < 100 && existsSync(String(folder)); i++) await sleep(50)
  expect(existsSync(String(folder))).toBe(false)
  await expect(ask(url, 'SELECT 1')).rejects.toThrow()
})
