import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@envhold/client/client.ts'
import { endSession, listSessions } from '@envhold/contract/accounts/account-settings.ts'
import { changePassword, login } from '@envhold/contract/accounts/accounts.ts'
import { deleteApiKey, updateApiKey } from '@envhold/contract/api-keys.ts'
import { inviteCollaborator, removeCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { acceptInvitation, openInvitation } from '@envhold/contract/collaborators/invitations.ts'
import { readInstanceHealth } from '@envhold/contract/operator/instance-health.ts'
import { previewJob } from '@envhold/contract/operator/jobs.ts'
import { listRevocations } from '@envhold/contract/operator/revocations.ts'
import { reapplyRevocations } from '@envhold/contract/operator/start-jobs.ts'
import { readUserDetail, suspendUser, unsuspendUser } from '@envhold/contract/operator/users.ts'
import { revokePersonalToken } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { listProjects } from '@envhold/contract/projects/projects.ts'
import { updateVariable } from '@envhold/contract/variables/variables.ts'
import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { finishedJob } from '../../../../../dev/world/finished-job.ts'
import { readMail } from '../../../../../dev/world/mails.ts'
import { createDatabase, nameOf } from '../../../../../dev/world/postgres-database.ts'
import { sayProgram } from '../../../../../dev/world/run-program.ts'
import { seedApiKey, seedEnvironment, seedPersonalToken } from '../../../../../dev/world/seed-project.ts'
import { type Person, personOf, signUp } from '../../../../../dev/world/sign-up.ts'
import { type StartedServer, startServer } from '../../../../../dev/world/start-server.ts'
import { restoreFile } from '../../backups/restore-file.ts'

/** Without a mail server links are shown, and mails are files. */
const settings = { SMTP_URL: '' }

const run = (server: StartedServer, ...args: string[]) =>
  sayProgram('backup', { ...server.settings, PATH: process.env.PATH ?? '' }, args)

/**
 * Makes a backup: with the command, or as a copy of a PostgreSQL database, whose programs this machine may lack.
 * @returns its name
 */
async function backUp(server: StartedServer): Promise<string> {
  const url = server.settings.DATABASE_URL
  if (url === undefined) {
    const made = await run(server, 'create')
    expect(made).toMatchObject({ code: 0 })
    return made.said.split(' ')[0] ?? ''
  }
  const name = `backup_${randomBytes(4).toString('hex')}`
  await createDatabase(clusterOf(url), name, nameOf(url))
  return name
}

const clusterOf = (url: string) => Object.assign(new URL(url), { pathname: '/postgres' }).href

const signIn = async (url: string, { email, password }: Person): Promise<string> =>
  ((await createClient({ server: url }).call(login, { body: { email, password } })) as { token: string })
    .token

/** What an attacker with each credential is answered. */
async function answers(url: string, { world }: { world: World }) {
  const status = async (path: string, headers: Record<string, string>) =>
    (await fetch(`${url}/api${path}`, { headers })).status
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const inject = `/v1/inject/${world.projectId}/production`
  const formerPassword = createClient({ server: url })
    .call(login, { body: { email: world.owner.email, password: world.owner.password } })
    .then(
      () => 200,
      (error: { status?: number }) => error.status,
    )
  return {
    key: await status(inject, { 'x-api-key': world.apiKey }),
    token: await status('/env/projects', bearer(world.personalToken)),
    session: await status('/env/projects', bearer(world.otherSession)),
    shared: await collaboratorSees(url, world),
    formerPassword: await formerPassword,
  }
}

const collaboratorSees = async (url: string, { collaborator, projectId }: World): Promise<boolean> => {
  const { projects } = await personOf(url, collaborator).client.call(listProjects, {})
  return projects.some(({ id }) => id === projectId)
}

interface World {
  readonly owner: Person
  readonly collaborator: Person
  readonly projectId: number
  readonly environmentId: number
  readonly apiKey: string
  readonly personalToken: string
  readonly otherSession: string
}

/** A project with everything that can be revoked; the backup is made then, and all of it is revoked. */
async function revokeAfterBackup(first: StartedServer) {
  const operator = await signUp(first.url)
  const before = await signUp(first.url)
  const collaborator = await signUp(first.url)
  const { id, projectId } = await seedEnvironment(before, { SECRET_NAME: 'before' })
  const key = await seedApiKey(before, projectId)
  const token = await seedPersonalToken(before)
  const { invitation } = await before.client.call(inviteCollaborator, {
    params: { id: projectId },
    body: { email: collaborator.email, role: 'write', environments: [id] },
  })
  const secret = invitation.link?.split('#')[1] ?? ''
  const opened = await createClient({ server: first.url }).call(openInvitation, { body: { secret } })
  await collaborator.client.call(acceptInvitation, {
    params: { token: opened.invitation.token },
    body: { secret },
  })
  const otherSession = await signIn(first.url, before)
  // Nobody may be connected to a PostgreSQL database that is copied.
  await first.end()
  const withoutFactor = await sayProgram('operator', first.settings, ['operator-factor', 'off'])
  expect(withoutFactor).toMatchObject({ code: 0 })
  const file = await backUp(first)
  const server = await first.startAgain()
  const owner = personOf(server.url, before)

  await owner.client.call(deleteApiKey, { params: { id: projectId, keyId: key.id } })
  await owner.client.call(revokePersonalToken, { params: { id: token.id } })
  await owner.client.call(removeCollaborator, { params: { id: projectId, userId: collaborator.userId } })
  await owner.client.call(updateVariable, { params: { id, key: 'SECRET_NAME' }, body: { value: 'after' } })
  const { sessions } = await owner.client.call(listSessions, {})
  const other = sessions.find(({ current }) => !current)
  await owner.client.call(endSession, { params: { id: other?.id ?? '' } })
  await owner.client.call(changePassword, {
    body: { currentPassword: owner.password, newPassword: `another ${randomBytes(6).toString('hex')}` },
  })
  const world: World = {
    ...{ owner, collaborator, projectId, environmentId: id, apiKey: key.apiKey },
    ...{ personalToken: token.token, otherSession },
  }
  return { server, operator, world, file }
}

/** Restores with the command or, on PostgreSQL, by hand. */
async function restore(server: StartedServer, backup: string, ...args: string[]) {
  const replaced = server.settings.DATABASE_URL
  if (replaced === undefined) return await run(server, 'restore', backup, ...args)
  // It is started again with the same settings.
  Object.assign(server.settings, {
    DATABASE_URL: Object.assign(new URL(replaced), { pathname: `/${backup}` }).href,
    ...(!args.includes('--log') && { REPLACED_DATABASE_URL: replaced }),
  })
  return await run(server, 'revocations', '--accept-restored', ...args)
}

const open = { key: 200, token: 200, session: 200, shared: true, formerPassword: 200 }
const closed = { key: 401, token: 401, session: 401, shared: false, formerPassword: 200 }
const revoked = { key: 401, token: 401, session: 401, shared: false, formerPassword: 401 }

forEachEngine((engine) => {
  test('what was revoked after a backup works again, is listed, and is revoked again by a job', async () => {
    const first = await startServer({ engine, settings })
    try {
      const { server, operator, world, file } = await revokeAfterBackup(first)
      expect(await answers(server.url, { world })).toEqual(revoked)
      await server.kill()

      const restored = await restore(server, file)
      expect(restored).toMatchObject({ code: 0 })
      expect(restored.said).toContain('API key deleted')
      expect(restored.said).not.toContain('SECRET_NAME')
      // Restored once more: what the replaced database lacked already was not given back.
      if (engine === 'sqlite') expect((await restore(server, file)).said).toContain('working again now: 7\n')

      const again = await server.startAgain()
      expect(await answers(again.url, { world }), 'the danger of a restore').toEqual(open)
      const { client } = personOf(again.url, operator)
      const list = await client.call(listRevocations, { query: {} })
      expect(list.counts).toEqual({
        api_key: 1,
        collaborator: 1,
        environment_key: 1,
        password: 1,
        personal_token: 1,
        session: 1,
        values: 1,
      })
      expect((await client.call(readInstanceHealth, {})).health.warnings).toContainEqual(
        expect.objectContaining({ kind: 'revocations_pending' }),
      )
      const { token } = await client.call(previewJob, { body: { kind: 'reapply-revocations' } })
      const started = await client.call(reapplyRevocations, { body: { token, reason: 'Restored' } })
      const job = await finishedJob(client, started.job)
      expect(job).toMatchObject({ state: 'done', failed: 0 })
      expect(job.result).toEqual({ repeatedRevocations: 5, toldPeople: 2, missingSubjects: 0 })
      expect(await answers(again.url, { world })).toEqual(closed)
      expect((await client.call(listRevocations, { query: {} })).revocations).toEqual([])
      const outbox = join(server.dataDir, 'outbox')
      const told = async () => {
        const names = await readdir(outbox)
        const mails = await Promise.all(names.map((name) => readFile(join(outbox, name))))
        const read = await Promise.all(mails.map(readMail))
        return read.map(({ subject }) => subject).filter((subject) => subject.endsWith('were undone'))
      }
      await expect
        .poll(async () => (await told()).toSorted(), { timeout: 20_000 })
        .toEqual(['Changes to your account were undone', 'Changes to “Shop” were undone'])
      await again.end()
      expect((await sayProgram('verify', { ...server.settings })).said).not.toContain('BROKEN')
    } finally {
      await first.stop()
    }
  })

  test('the machine revokes again from a log alone, which was wrapped, forged and cut', async () => {
    const first = await startServer({ engine, settings })
    const elsewhere = await mkdtemp(join(tmpdir(), 'envhold-log-'))
    try {
      const { server, world, file } = await revokeAfterBackup(first)
      await server.end()
      const lines = server
        .output()
        .split('\n')
        .filter((line) => line.includes('envhold-revoked:'))
      expect(lines.length).toBeGreaterThanOrEqual(6)
      expect(server.output()).not.toContain('SECRET_NAME')
      const log = join(elsewhere, 'collected.log')
      const forged = (lines[0] ?? '').replace(/envhold-revoked:.{16}:/, `envhold-revoked:${'x'.repeat(16)}:`)
      await writeFile(
        log,
        [
          ...lines.map((line) => JSON.stringify({ log: `${line}\n`, stream: 'stderr' })),
          ...lines.map((line) => `Nov 25 14:00:00 host envhold[12]: ${line}`),
          forged,
          (lines[0] ?? '').slice(0, -30),
          'envhold-revoked:garbled',
          '\u0000\u0001 not a line of ours',
        ].join('\n'),
      )
      // Without the replaced database, as after the loss of its disk.
      if (server.settings.DATABASE_URL === undefined) await rm(join(server.dataDir, 'envhold.db'))
      const restored = await restore(server, file, '--log', log, '--reapply')
      expect(restored).toMatchObject({ code: 0 })
      expect(restored.said).toContain('Ignored 3')
      const again = await server.startAgain()
      expect(await answers(again.url, { world })).toEqual(closed)
      await again.end()
      const twice = await run(server, 'revocations', '--log', log, '--reapply')
      expect(twice.said).toMatch(/Read 0 revocations that this database lacks/)
    } finally {
      await first.stop()
      await rm(elsewhere, { recursive: true })
    }
  })

  test('what the first of two restored backups did not have yet is revoked in the second one', async () => {
    const first = await startServer({ engine, settings })
    try {
      const owner = await signUp(first.url)
      const { projectId } = await seedEnvironment(owner)
      await first.end()
      const older = await backUp(first)
      const second = await first.startAgain()
      const asOwner = personOf(second.url, owner)
      const key = await seedApiKey(asOwner, projectId)
      const other = await seedApiKey(asOwner, projectId)
      await second.end()
      const newer = await backUp(second)
      const server = await second.startAgain()
      const owns = personOf(server.url, owner)
      await owns.client.call(deleteApiKey, { params: { id: projectId, keyId: key.id } })
      await server.end()

      const early = await restore(server, older)
      expect(early.said).not.toContain('API key deleted')
      const late = await restore(server, newer, '--reapply')
      expect(late.said).toContain('API key deleted')
      const restored = await server.startAgain()
      const inject = ({ apiKey }: { apiKey: string }) =>
        fetch(`${restored.url}/api/v1/inject/${projectId}/production`, { headers: { 'x-api-key': apiKey } })
      expect((await inject(key)).status).toBe(401)
      expect((await inject(other)).status).toBe(200)
      await restored.end()
    } finally {
      await first.stop()
    }
  })

  test('what was given back before the restore, or is not in the backup, is neither listed nor revoked', async () => {
    const first = await startServer({ engine, settings })
    try {
      const operator = await signUp(first.url)
      const [owner, again, still] = [
        await signUp(first.url),
        await signUp(first.url),
        await signUp(first.url),
      ]
      const { projectId } = await seedEnvironment(owner)
      const [back, off] = [await seedApiKey(owner, projectId), await seedApiKey(owner, projectId)]
      await first.end()
      await sayProgram('operator', first.settings, ['operator-factor', 'off'])
      const support = ['--reason', 'Joined', again.email, 'ADMIN']
      const roles = await sayProgram('operator', first.settings, ['assign-role', ...support])
      expect(roles).toMatchObject({ code: 0 })
      const file = await backUp(first)
      const server = await first.startAgain()
      const asOwner = personOf(server.url, owner)
      const asOperator = personOf(server.url, operator)
      const change = (key: { id: string }, is_active: boolean) =>
        asOwner.client.call(updateApiKey, { params: { id: projectId, keyId: key.id }, body: { is_active } })
      for (const key of [back, off]) await change(key, false)
      await change(back, true)
      const suspend = (person: Person) =>
        asOperator.client.call(suspendUser, { params: { id: person.userId }, body: { reason: 'Spam' } })
      for (const person of [again, still]) await suspend(person)
      await asOperator.client.call(unsuspendUser, { params: { id: again.userId } })
      const operate = (...args: string[]) => sayProgram('operator', { ...server.settings }, args)
      expect(await operate('assign-role', again.email, 'USER', '--reason', 'Left')).toMatchObject({ code: 0 })
      expect(await operate('assign-role', ...support)).toMatchObject({ code: 0 })
      // Not in the backup, but the environment's key is: deleting this one rotates it.
      const later = await seedApiKey(asOwner, projectId)
      await asOwner.client.call(deleteApiKey, { params: { id: projectId, keyId: later.id } })
      await server.end()

      const restored = await restore(server, file, '--reapply')
      expect(restored.said).toContain('working again now: 3\n')
      expect(restored.said).toContain('Revoked again: 3. People told: 0. No longer here: 0.')
      expect(restored.said).not.toContain('API key deleted')
      if (engine === 'sqlite') {
        expect(await run(server, 'verify', file)).toMatchObject({ code: 0 })
        expect(await run(server, 'create')).toMatchObject({ code: 0 })
      }
      const restarted = await server.startAgain()
      const inject = (key: { apiKey: string }) =>
        fetch(`${restarted.url}/api/v1/inject/${projectId}/production`, {
          headers: { 'x-api-key': key.apiKey },
        })
      expect((await inject(back)).status).toBe(200)
      expect((await inject(off)).status).not.toBe(200)
      const { client } = personOf(restarted.url, operator)
      const statusOf = async ({ userId }: Person) =>
        (await client.call(readUserDetail, { params: { id: userId } })).user
      expect(await statusOf(again)).toMatchObject({ status: 'ACTIVE', roles: [{ name: 'ADMIN' }] })
      expect(await statusOf(still)).toMatchObject({ status: 'SUSPENDED' })
      await restarted.end()
    } finally {
      await first.stop()
    }
  })
})

test('a restore that did not end leaves what was revoked to the next one', async () => {
  const first = await startServer({ engine: 'sqlite', settings })
  try {
    const { server, file } = await revokeAfterBackup(first)
    await server.end()
    // Ended after the database was replaced, before anything of the replaced one was read.
    await restoreFile(server.dataDir, join(server.dataDir, 'backups', file), Date.now())
    const restored = await restore(server, file)
    expect(restored.said).toContain('working again now: 7\n')
    expect((await run(server, 'revocations')).said).not.toContain('Reading')
  } finally {
    await first.stop()
  }
})
