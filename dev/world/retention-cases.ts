// What each line of docs/retention.md deletes: how such a row comes to be, and how many are left.

import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deleteAccount } from '@envhold/contract/accounts/account-settings.ts'
import { renameEnvironment } from '@envhold/contract/environments/environments.ts'
import { userInvitationDays } from '@envhold/contract/operator/user-invitations.ts'
import { deleteProject } from '@envhold/contract/projects/projects.ts'
import { offerProjectTransfer } from '@envhold/contract/projects/transfers.ts'
import { createVariable } from '@envhold/contract/variables/variables.ts'
import { inTransaction } from '../../apps/server/src/db/transaction.ts'
import { accountInvitationRows } from '../../apps/server/src/features/accounts/register/account-invitation-store.ts'
import { addDevice } from '../../apps/server/src/features/sessions/device-store.ts'
import { startSession } from '../../apps/server/src/features/sessions/start-session.ts'
import { raiseAttempts, raiseFailure } from '../../apps/server/src/features/users/attempt-store.ts'
import { dayIn } from '../../apps/server/src/features/variables/due-days/due-reminder.ts'
import { writeToOutbox } from '../../apps/server/src/mail/deliver.ts'
import { noticeVariables, queueMail } from '../../apps/server/src/mail/queue-mail.ts'
import { addPerson } from './add-person.ts'
import type { TestApp } from './app-for-tests.ts'
import { insertPerson } from './insert-person.ts'
import { lapse } from './lapse.ts'
import { putInArchive } from './put-in-archive.ts'
import { writeUsage } from './random-entries.ts'
import { countIn, type RetentionCase, type RetentionCases, retentionRows, rowOf } from './retention-rows.ts'
import { seedApiKey, seedProject } from './seed-project.ts'
import { invite, shareProject } from './share-project.ts'
import type { Person } from './sign-up.ts'

const minute = 60_000
const hour = 60 * minute

const bytes = new Uint8Array(33)
const rule = { kind: 'sign-in', limit: 5, windowMs: hour }
const waitRule = { kind: 'sign-in', freeFailures: 5, maxWaitMs: minute, forgetMs: hour }
const origin = { ip: '203.0.113.7', userAgent: 'Firefox', requestId: 'r' }

/** An owner, a project and a key, which one call has used. */
async function seedUsedKey(app: TestApp): Promise<{ owner: Person; id: number; keyId: string }> {
  const owner = await addPerson(app)
  const { project } = await seedProject(owner, 'production')
  const { id: keyId } = await seedApiKey(owner, project.id)
  const at = app.ctx.clock()
  await writeUsage(app, [{ project_id: project.id, api_key_id: keyId, at }])
  await app.ctx.db
    .insertInto('key_counters')
    .values({
      counter: keyId,
      hour_start: at,
      hour_calls: 1,
      day_start: at,
      day_calls: 1,
      total: 1,
      last_used_at: at,
      previous_use_at: null,
    })
    .execute()
  return { owner, id: project.id, keyId }
}

interface BackupToInsert {
  readonly file: string
  readonly started_at: number
  readonly state?: 'done' | 'failed'
  readonly finished_at?: number
}

const insertBackup = (
  { ctx }: TestApp,
  { file, started_at, state = 'done', finished_at = started_at }: BackupToInsert,
) =>
  ctx.db
    .insertInto('backups')
    .values({ file, started_at, finished_at, state, node: '', percent: 100, origin: 'operator' })
    .execute()

async function writeFileOf({ ctx: { config } }: TestApp, file: string): Promise<void> {
  await mkdir(join(config.dataDir, 'backups'), { recursive: true })
  await writeFile(join(config.dataDir, 'backups', file), '')
}

/** What belongs to a key that is deleted. */
function ofDeletedKey(count: (app: TestApp, keyId: string) => Promise<number>): RetentionCase {
  const used = new WeakMap<TestApp, string>()
  return {
    seed: async (app) => used.set(app, (await seedUsedKey(app)).keyId),
    count: (app) => count(app, used.get(app) ?? ''),
    // As when its project is deleted with it: deleting a key alone erases them at once.
    trigger: (app) =>
      app.ctx.db
        .deleteFrom('api_keys')
        .where('id', '=', used.get(app) ?? '')
        .execute(),
  }
}

export const retentionCases: RetentionCases = {
  ...retentionRows,
  sessions: {
    'A session, with its IP address and browser': {
      seed: async (app) => {
        const { userId } = await insertPerson(app)
        await inTransaction(app.ctx, (tx) => startSession(tx, { userId, method: 'password' }, origin))
      },
      count: countIn('sessions'),
    },
    'The links in e-mails': {
      ...rowOf('mailed_tokens', (now, user_id) => ({
        id: String(now),
        kind: 'verify-email',
        user_id,
        email_canonical: 'ada@example.com',
        auth_hash: bytes,
        created_at: now,
        expires_at: now + hour,
        mac: bytes,
      })),
      trigger: async (app) => app.advance(hour + minute),
    },
    'Counts of attempts within a limit': {
      seed: ({ ctx }) => raiseAttempts(ctx, rule, 'somebody'),
      count: countIn('attempts'),
    },
    'Counts of failed sign-ins': {
      seed: ({ ctx }) =>
        inTransaction(ctx, (tx) => raiseFailure(tx, { rule: waitRule, identity: 'somebody' })),
      count: countIn('failure_waits'),
    },
    'A browser that an account has used': {
      seed: async (app) => {
        const { userId } = await insertPerson(app)
        await inTransaction(app.ctx, (tx) => addDevice(tx, { userId, userAgent: 'Firefox', id: 'a' }))
      },
      count: countIn('devices'),
    },
  },
  usage: {
    'Calls with API keys, with their IP addresses': {
      seed: (app) => writeUsage(app, [{ project_id: 1, api_key_id: 'key', at: app.ctx.clock() }]),
      count: countIn('usage_packs'),
    },
    'Counts of rejected calls': rowOf('rejected_calls', (now) => ({
      principal: 'key',
      window: 'hour',
      calls: 1,
      duration_us: 1,
      recorded_at: now,
    })),
    'Counts of calls in an hour, a day or a month': rowOf('rate_windows', (now) => ({
      principal: 'key',
      window: 'month',
      window_start: now,
      count: 1,
    })),
  },
  'call-months': {
    'What an owner was notified of about the calls of a month': rowOf('call_months', (now) => ({
      ...{ principal: 'owner/1', notified_month: now, notified: 75, notified_limit: 1, mail_id: null },
      grace_began_at: now,
    })),
  },
  'usage-of-deleted-keys': {
    'Calls with a deleted API key, with their IP addresses': ofDeletedKey(
      async ({ ctx }, keyId) =>
        (await ctx.db.selectFrom('usage_packs').selectAll().where('api_key_id', '=', keyId).execute()).length,
    ),
  },
  'key-counters': {
    'Counts of calls with a deleted API key': ofDeletedKey(
      async ({ ctx }, keyId) =>
        (await ctx.db.selectFrom('key_counters').selectAll().where('counter', '=', keyId).execute()).length,
    ),
  },
  projects: {
    'A deleted project with its environments, variables, versions and API keys': {
      seed: async (app) => {
        const owner = await addPerson(app)
        const { project } = await seedProject(owner, 'production')
        await seedApiKey(owner, project.id)
        await owner.client.call(deleteProject, { params: { id: project.id } })
      },
      count: async ({ ctx }) =>
        (await ctx.db.selectFrom('projects').selectAll().where('removed_at', 'is not', null).execute())
          .length,
    },
  },
  invitations: {
    'An invitation without an answer': {
      seed: async (app) => {
        const owner = await addPerson(app)
        const { project, ids } = await seedProject(owner, 'production')
        await invite(app, owner, project.id, 'nobody-yet@example.com', { environments: [ids.production] })
      },
      count: countIn('invitations'),
    },
  },
  'account-invitations': {
    'An operator’s invitation to create an account that was not used': {
      seed: async ({ ctx }) => {
        const invited_by = (await insertPerson({ ctx })).userId
        const created_at = ctx.clock()
        await inTransaction(ctx, (tx) =>
          accountInvitationRows.insert(tx, {
            id: 'unused',
            email_canonical: 'unused@example.com',
            auth_hash: bytes,
            invited_by,
            created_at,
            expires_at: created_at + userInvitationDays * 24 * hour,
          }),
        )
      },
      count: countIn('account_invitations'),
    },
  },
  'project-transfers': {
    'An offer to transfer a project that was not accepted': {
      seed: async (app) => {
        const owner = await addPerson(app)
        const { project, ids } = await seedProject(owner, 'production')
        const heir = await addPerson(app)
        await shareProject(app, owner, project.id, heir, { environments: [ids.production] })
        await owner.client.call(offerProjectTransfer, {
          params: { id: project.id },
          body: { user_id: heir.userId, remaining_role: 'write' },
        })
      },
      count: countIn('project_transfers'),
    },
  },
  'due-days': {
    'The days on which variables are due, in the clear': {
      seed: async (app) => {
        const owner = await addPerson(app)
        const { ids } = await seedProject(owner, 'production')
        const body = { key: 'A', value: '1', due: dayIn(0, app.ctx.clock()) }
        await owner.client.call(createVariable, { params: { id: ids.production }, body })
      },
      count: countIn('due_days'),
      // To a minute before midnight.
      trigger: async (app) => app.advance(24 * hour - (app.ctx.clock() % (24 * hour)) - minute),
    },
  },
  'former-names': {
    'A former name of an environment, which still answers': {
      seed: async (app) => {
        const owner = await addPerson(app)
        const { ids } = await seedProject(owner, 'staging')
        await owner.client.call(renameEnvironment, { params: { id: ids.staging }, body: { name: 'stage' } })
      },
      count: countIn('former_environment_names'),
    },
  },
  accounts: {
    'A deleted account with its projects, keys, tokens and settings': {
      seed: async (app) => {
        const person = await addPerson(app)
        await seedProject(person, 'production')
        await person.client.call(deleteAccount, { body: { password: person.password } })
      },
      count: async ({ ctx }) =>
        (await ctx.db.selectFrom('users').selectAll().where('status', '=', 'INACTIVE').execute()).length,
    },
  },
  erasures: {
    'The name, the e-mail address and the IP addresses of a deleted account in the activity log': {
      seed: async (app) => {
        const person = await addPerson(app, { email: 'grace.hopper@example.com' })
        await person.client.call(deleteAccount, { body: { password: person.password } })
      },
      count: async ({ ctx }) =>
        (
          await ctx.db
            .selectFrom('activity')
            .selectAll()
            .where('description', 'like', '%grace.hopper%')
            .execute()
        ).length,
    },
  },
  backups: {
    'Backups beyond the newest, of which BACKUPS_RETAINED are stored (7)': {
      seed: (app) => insertBackup(app, { file: 'envhold-20200101T000000Z.db', started_at: 1 }),
      count: async ({ ctx }) =>
        (await ctx.db.selectFrom('backups').select('id').where('started_at', '=', 1).execute()).length,
      trigger: async (app) => {
        for (let made = 2; made < 9; made++)
          await insertBackup(app, { file: `envhold-2020010${made}T000000Z.db`, started_at: made })
        // A node that has no such file leaves it to another one for a minute.
        if (app.engine === 'postgres') await writeFileOf(app, 'envhold-20200101T000000Z.db')
      },
    },
    'Failed backups in their list': {
      seed: async (app) => {
        await app.ctx.db.deleteFrom('backups').execute()
        const file = 'envhold-20200102T000000Z.db'
        await insertBackup(app, { file, started_at: 1, state: 'failed', finished_at: app.ctx.clock() })
      },
      count: countIn('backups'),
    },
  },
  'mail-queue': {
    'E-mails that could not be sent': {
      seed: ({ ctx }) =>
        inTransaction(ctx, (tx) =>
          queueMail(tx, 'passwordChanged', {
            to: 'ada@example.com',
            variables: noticeVariables(ctx, 1, origin),
          }),
        ),
      count: countIn('mail_queue'),
    },
  },
  'mail-outbox': {
    'E-mails in the outbox folder': {
      seed: ({ ctx }) =>
        writeToOutbox(ctx.config.dataDir, {
          template: 'new-sign-in',
          at: ctx.clock(),
          message: Buffer.from('To: ada@example.com'),
        }),
      count: async ({ ctx }) => (await readdir(join(ctx.config.dataDir, 'outbox'))).length,
    },
  },
  'account-phases': {
    'An archived project with its environments, variables, versions and API keys': {
      seed: async (app) => {
        const owner = await insertPerson(app)
        const { projectIds } = await lapse(app, owner, { projects: 1 })
        await putInArchive(app, owner, projectIds[0] ?? 0)
      },
      count: countIn('archived_projects'),
      // Nothing is deleted without a reminder that was sent.
      onTheWay: ({ ctx }) => ctx.mail.sendDue(),
    },
  },
}
