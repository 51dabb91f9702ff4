// What a start says of a PostgreSQL that it cannot use.

import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newServerSecret } from '@envhold/integrity/server-secret.ts'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newDatabase } from '../../../../dev/world/new-database.ts'
import { sayProgram } from '../../../../dev/world/run-program.ts'
import { startSelfSignedPostgres } from '../../../../dev/world/self-signed-server.ts'

async function onCluster(...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'envhold-start-'))
})
afterAll(() => rm(dataDir, { recursive: true }))

const start = (DATABASE_URL: string) =>
  sayProgram('migrate', { DATABASE_URL, SERVER_SECRET: newServerSecret(), DATA_DIR: dataDir })

async function withParameter(name: string, value: string): Promise<string> {
  const url = new URL(await newDatabase())
  url.searchParams.set(name, value)
  return url.href
}

async function asUser(name: string, rights: string): Promise<string> {
  const url = new URL(await newDatabase())
  await onCluster(`drop role if exists ${name}`, `create role ${name} ${rights} password 'secret'`)
  return Object.assign(url, { username: name, password: 'secret' }).href
}

/** @param what it does about a connection */
async function silentServer(what: 'close' | 'wait'): Promise<string> {
  const server = createServer((socket) => void (what === 'close' && socket.destroy()))
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  const at = server.address()
  return `postgres://ann@127.0.0.1:${typeof at === 'object' && at?.port}/vault`
}

test.each<[what: string, code: number, says: string, url: () => string | Promise<string>]>([
  ['TLS, which it does not speak', 69, 'it does not speak TLS', () => withParameter('sslmode', 'require')],
  [
    'a certificate that is missing',
    78,
    'sslrootcert names a file that cannot be read, /etc/ssl/typo.pem (ENOENT)',
    () => withParameter('sslrootcert', '/etc/ssl/typo.pem'),
  ],
  [
    'a folder without a socket',
    69,
    'there is no socket of PostgreSQL in the folder',
    () => 'postgres://envhold@%2Fnonexistent/envhold',
  ],
  [
    'no connection that is free',
    75,
    'it has no free connection',
    () => asUser('crowded', 'login connection limit 0'),
  ],
  ['a server that closes the connection', 69, 'it does not answer', () => silentServer('close')],
  ['a server that is silent', 69, 'it does not answer', () => silentServer('wait')],
  [
    'a database that is read-only for now',
    75,
    'PostgreSQL is read-only',
    async () => {
      const url = new URL(await newDatabase())
      await onCluster(`alter database "${url.pathname.slice(1)}" set default_transaction_read_only = on`)
      return url.href
    },
  ],
  ['a user who may not connect', 69, 'or a connection without TLS', () => asUser('barred', 'nologin')],
])('%s is named', async (_, code, says, url) => {
  const started = await start(await url())
  expect(started.said).toContain(says)
  expect(started.code).toBe(code)
  expect(started.said.trim().split('\n').length, 'no stack, and no warning').toBeLessThan(3)
})

test('a database in another encoding is rejected', async () => {
  const url = new URL(inject('postgresUrl'))
  url.pathname = '/latin'
  await onCluster(
    'drop database if exists latin',
    `create database latin encoding 'LATIN1' locale 'C' template template0`,
  )
  const started = await start(url.href)
  expect(started.said).toBe(
    "The database cannot be used: its encoding is LATIN1. Create it with: create database … encoding 'UTF8' template template0\n",
  )
  expect(started.code).toBe(78)
})

test('the driver does not warn of an sslmode', async () => {
  const server = await startSelfSignedPostgres()
  try {
    const { said } = await start(`postgres://envhold@127.0.0.1:${server.port}/envhold?sslmode=require`)
    expect(said).toContain('its certificate is not trusted')
    expect(said).not.toContain('WARNING')
  } finally {
    await server.stop()
  }
})
