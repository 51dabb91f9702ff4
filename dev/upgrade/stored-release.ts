// The data of a small instance, as a release left it: one folder of each release, with what must be readable.

import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { type Client, createClient } from '@envhold/client/client.ts'
import { login } from '@envhold/contract/accounts/accounts.ts'
import { listActivityLogs } from '@envhold/contract/activity/activity.ts'
import { inviteCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { acceptInvitation, openInvitation } from '@envhold/contract/collaborators/invitations.ts'
import { readVariables, writeVariables } from '@envhold/contract/variables/variables.ts'
import { listVersions } from '@envhold/contract/variables/versions.ts'
import { escapeIdentifier, escapeLiteral, Client as Postgres } from 'pg'
import { createStatements } from '../../apps/server/src/db/schema/ddl.ts'
import { everyTable } from '../../apps/server/src/db/tables.ts'
import { entriesOf, tarGz } from '../release/archive.ts'
import { type Cell, type Dump, dumpAt } from '../world/dump-database.ts'
import { seedApiKey, seedEnvironment, seedPersonalToken } from '../world/seed-project.ts'
import { type Person, personOf, signUp } from '../world/sign-up.ts'
import type { StartedServer } from '../world/start-server.ts'

const run = promisify(execFile)

export type Engine = 'sqlite' | 'postgres'
export const engines: readonly Engine[] = ['sqlite', 'postgres']

type Account = Omit<Person, 'client' | 'lockedClient' | 'token'>

/** What must be readable. The secrets open this data and nothing else. */
export interface Expected {
  readonly serverSecret: string
  readonly owner: Account
  readonly collaborator: Account
  readonly projectId: number
  readonly environmentId: number
  readonly apiKey: string
  readonly personalToken: string
  readonly variables: Readonly<Record<string, string>>
  readonly versions: number
  /** Entries of the owner's activity. */
  readonly activity: number
}

const variables = {
  EMPTY: '',
  CARRIAGE_RETURN: 'first\r\nsecond\r\n',
  LAST_NEWLINE: 'text\n',
  UNICODE: 'pässwörd 🔑 \u202e',
  QUOTES: `"'\`$HOME\n`,
  LONG: 'x'.repeat(5_000),
}

/** Uses a new instance as a team does for a day. */
export async function fillInstance(server: StartedServer, serverSecret: string): Promise<Expected> {
  const owner = await signUp(server.url)
  const collaborator = await signUp(server.url)
  const { id, projectId } = await seedEnvironment(owner, { ...variables, REMOVED: 'once' })
  const { apiKey } = await seedApiKey(owner, projectId)
  const { token: personalToken } = await seedPersonalToken(owner)
  const { invitation } = await owner.client.call(inviteCollaborator, {
    params: { id: projectId },
    body: { email: collaborator.email, role: 'write', environments: [id] },
  })
  const secret = invitation.link?.split('#')[1] ?? ''
  const opened = await createClient({ server: server.url }).call(openInvitation, { body: { secret } })
  const params = { token: opened.invitation.token }
  await collaborator.client.call(acceptInvitation, { params, body: { secret } })
  await collaborator.client.call(writeVariables, {
    params: { id },
    body: { variables: { LAST: 'by the collaborator' }, mode: 'merge', remove: ['REMOVED'] },
  })
  const readable = {
    serverSecret,
    owner: accountOf(owner),
    collaborator: accountOf(collaborator),
    projectId,
    environmentId: id,
    apiKey,
    personalToken,
    variables: { ...variables, LAST: 'by the collaborator' },
  }
  const { versions, activity } = await readEverything(server.url, { ...readable, versions: 0, activity: 0 })
  return { ...readable, versions, activity }
}

const accountOf = ({ userId, username, email, password, masterPassword, recoveryKey }: Person): Account => ({
  userId,
  username,
  email,
  password,
  masterPassword,
  recoveryKey,
})

async function signIn(url: string, account: Account): Promise<Person> {
  const { email, password } = account
  const answer = await createClient({ server: url }).call(login, { body: { email, password } })
  if (!('token' in answer)) throw new Error('A second factor was asked for')
  return personOf(url, { ...account, token: answer.token })
}

/** Reads with every credential. */
export async function readEverything(url: string, expected: Expected) {
  const { environmentId: id, projectId, apiKey, personalToken } = expected
  const owner = await signIn(url, expected.owner)
  const collaborator = await signIn(url, expected.collaborator)
  const token = createClient({
    server: url,
    headers: () => ({
      authorization: `Bearer ${personalToken}`,
      'x-master-password': encodeURIComponent(expected.owner.masterPassword ?? ''),
    }),
  })
  const read = async ({ call }: Pick<Client, 'call'>) =>
    (await call(readVariables, { params: { id } })).variables
  const injected = await fetch(`${url}/api/v1/inject/${projectId}/production?format=json`, {
    headers: { 'x-api-key': apiKey },
  })
  const { pagination } = await owner.client.call(listActivityLogs, { query: {} })
  const { versions } = await owner.client.call(listVersions, { params: { id }, query: {} })
  return {
    read: [
      await read(owner.client),
      await read(collaborator.client),
      await read(token),
      (await injected.json()) as object,
    ],
    versions: versions.length,
    activity: pagination.total,
  }
}

const folderOf = (version: string) => join(import.meta.dirname, version)

/** The releases whose data is stored. */
export async function listReleases(): Promise<string[]> {
  const entries = await readdir(import.meta.dirname, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

/** Stores the data of a stopped server. */
export async function storeRelease(
  version: string,
  engine: Engine,
  server: StartedServer,
  expected: Expected,
) {
  const folder = folderOf(version)
  await mkdir(folder, { recursive: true })
  const time = new Date(0)
  const entries = await entriesOf(server.dataDir, 'data')
  const own = entries.filter(({ name }) => !/\/(outbox|cache|tmp)(\/|$)|\.lock$/.test(name))
  await writeFile(join(folder, `${engine}.tar.gz`), await tarGz(own, time))
  await writeFile(join(folder, `${engine}.json`), `${JSON.stringify(expected, null, 2)}\n`)
  const url = server.settings.DATABASE_URL
  if (!url) return
  const statements = statementsOf(await dumpAt({ dataDir: server.dataDir, databaseUrl: url }))
  await writeFile(join(folder, `${engine}.sql.gz`), await promisify(gzip)(statements, { level: 9 }))
}

/** SQL that makes a PostgreSQL database again: `pg_dump` must not be older than the server, and machines lack it. */
function statementsOf(dump: Dump): string {
  const literal = (cell: Cell) => {
    if (cell === null) return 'null'
    if (cell instanceof Uint8Array) return `'\\x${Buffer.from(cell).toString('hex')}'`
    return escapeLiteral(String(cell))
  }
  const rows = everyTable.flatMap(({ name }) =>
    (dump.get(name) ?? []).map((row) => {
      const columns = Object.keys(row).map(escapeIdentifier).join(', ')
      return `insert into ${escapeIdentifier(name)} (${columns}) values (${Object.values(row).map(literal).join(', ')})`
    }),
  )
  const sequences = everyTable
    .filter(({ columns }) => 'id' in columns && columns.id.spec.kind === 'id')
    .map(
      ({ name }) =>
        `select setval(pg_get_serial_sequence('${name}', 'id'), coalesce(max(id), 0) + 1, false) from "${name}"`,
    )
  return [
    ...everyTable.flatMap((table) => createStatements(table, 'postgres')),
    'set session_replication_role = replica',
    ...rows,
    ...sequences,
  ]
    .map((statement) => `${statement};\n`)
    .join('')
}

/** Unpacks the data of a release, into an empty folder and an empty database. */
export async function openRelease(
  version: string,
  engine: Engine,
  into: { folder: string; databaseUrl: string | undefined },
) {
  const folder = folderOf(version)
  await run('tar', ['-xzf', join(folder, `${engine}.tar.gz`), '--strip-components=1', '-C', into.folder])
  if (into.databaseUrl) {
    const client = new Postgres({ connectionString: into.databaseUrl })
    await client.connect()
    await client.query(String(await promisify(gunzip)(await readFile(join(folder, `${engine}.sql.gz`)))))
    await client.end()
  }
  return JSON.parse(await readFile(join(folder, `${engine}.json`), 'utf8')) as Expected
}
