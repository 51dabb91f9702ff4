import { ApiError } from '@envhold/client/api-error.ts'
import { updateProfile } from '@envhold/contract/accounts/account-settings.ts'
import { readUserStatus } from '@envhold/contract/accounts/accounts.ts'
import { openPasswordReset } from '@envhold/contract/accounts/mailed-links.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { activityOf } from '../../../../../dev/world/events-of.ts'
import { lapse } from '../../../../../dev/world/lapse.ts'
import { mailsOf } from '../../../../../dev/world/mails.ts'
import { runProgram, settingsOf } from '../../../../../dev/world/run-program.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { signUpWithTotp } from '../../../../../dev/world/with-totp.ts'
import { inTransaction } from '../../db/transaction.ts'
import { lockDeletionGuard, saveDeletionGuard } from '../../features/archive/phase/deletion-guard-store.ts'
import { findAccountPhase } from '../../features/plans/account-phase-store.ts'
import { changeUser, findUser, type User } from '../../features/users/user-store.ts'
import { readInstanceSetting } from '../../instance-settings/instance-settings-store.ts'
import { verifyEverything } from '../../verify/verify-everything.ts'
import { dispatch } from '../dispatch.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  const operator = withPerson(app, { masterPassword: null })
  let person: Person
  beforeAll(async () => {
    person = await addPerson(app, { masterPassword: null })
  })

  /** Beside the server that runs in this process, on both engines. */
  const run = (...args: string[]) => runProgram('operator', settingsOf(app), args)
  /** The newest entry but for the act itself, which is recorded beside what it did. */
  const newest = async () =>
    (await activityOf(app)).findLast(({ event_type }) => event_type !== 'operator_acted')
  const statusOf = async () => (await person.client.call(readUserStatus, {})).userStatus

  test('suspends by e-mail address and lets in by id, beside a running server', async () => {
    const said = `${person.username} (${person.email}, account ${person.userId})`
    expect(await run('suspend', person.email.toUpperCase(), '--reason', ' Spam ')).toEqual({
      code: 0,
      out: `Suspended ${said}. Reason: Spam\n`,
      err: '',
    })
    expect(await statusOf()).toBe('SUSPENDED')
    expect(await newest()).toMatchObject({
      event_type: 'account_suspended',
      description: 'An operator on this machine suspended the account: Spam',
      user_id: person.userId,
    })
    expect((await activityOf(app)).at(-1)).toMatchObject({
      event_type: 'operator_acted',
      description: `By a command of the server, on account ${person.userId}: Suspended the account. Reason: Spam`,
      user_id: null,
    })
    const mail = (await mailsOf(app)).findLast(({ to }) => to === person.email)
    expect(mail).toMatchObject({ template: 'account-suspended' })
    expect(mail?.text).toContain('Support: support@localhost')

    expect(await run('suspend', person.username, '--reason', 'Spam')).toEqual({
      code: 1,
      out: '',
      err: 'Only an active account can be suspended.\n',
    })
    const { code, out } = await run('unsuspend', String(person.userId), '--json')
    expect([code, JSON.parse(out)]).toEqual([
      0,
      {
        account: {
          id: person.userId,
          username: person.username,
          email: person.email,
          status: 'ACTIVE',
          suspended_reason: null,
        },
      },
    ])
    expect(await statusOf()).toBe('ACTIVE')
  })

  test('refuses the last operator, an unknown account and bad settings', async () => {
    expect(await run('suspend', operator.email, '--reason', 'Spam')).toMatchObject({
      code: 1,
      err: 'The last SUPER_ADMIN cannot be suspended.\n',
    })
    expect(await run('suspend', 'nobody@example.com', '--reason', 'Spam')).toMatchObject({
      code: 1,
      err: 'There is no such account.\n',
    })
    expect(await run('suspend', person.email, '--reason', ' ')).toMatchObject({ code: 2 })
    const settings = { DATA_DIR: '/nonexistent', SERVER_SECRET: '' }
    expect(await runProgram('operator', settings, ['unsuspend', 'ada'])).toMatchObject({ code: 1 })
    expect(await statusOf()).toBe('ACTIVE')
  })

  test('a server that writes meanwhile loses nothing, and the chains stay whole', async () => {
    let isOver = false
    const failures: unknown[] = []
    let names = 0
    let written = 0
    // The database may be busy for as long as the server waits for it: that call wrote nothing.
    const unlessBusy = (error: unknown) => {
      if (!(error instanceof ApiError && error.code === 'UNAVAILABLE')) failures.push(error)
    }
    const writing = Array.from({ length: 4 }, async () => {
      while (!isOver)
        await operator.client
          .call(updateProfile, { body: { firstName: `Name ${++names}` } })
          .then(() => written++, unlessBusy)
    })
    for (const _ of [1, 2]) {
      expect(await run('suspend', person.email, '--reason', 'Spam')).toMatchObject({ code: 0 })
      expect(await run('unsuspend', person.email)).toMatchObject({ code: 0 })
    }
    isOver = true
    await Promise.all(writing)
    expect(failures).toEqual([])
    const events = (await activityOf(app)).map(({ event_type }) => event_type)
    expect(events.filter((type) => type === 'account_updated')).toHaveLength(written)
    const broken: string[] = []
    await verifyEverything(app.ctx, [], (line) => void (line.startsWith('BROKEN') && broken.push(line)))
    expect(broken).toEqual([])
  })

  test('clocks stop with a suspension and go on after it; sweep checks all accounts', async () => {
    await run('sweep')
    await lapse(app, person, { projects: 2 })
    const phase = () => findAccountPhase(app.ctx, person.userId)
    expect(await run('sweep')).toMatchObject({ code: 0, out: 'Checked all accounts; 1 changed.\n' })
    expect(await phase()).toMatchObject({ phase: 'grace', suspended_at: null })
    expect(await run('suspend', person.email, '--reason', 'Spam')).toMatchObject({ code: 0 })
    expect((await phase())?.suspended_at).toBeGreaterThan(0)
    expect(await run('sweep', '--json')).toMatchObject({ code: 0, out: '{"changed":0}\n' })
    expect(await run('unsuspend', person.email)).toMatchObject({ code: 0 })
    expect(await phase()).toMatchObject({ phase: 'grace', suspended_at: null })
  })

  test('sweep changes nothing under a clock that is not trusted', async () => {
    const root = { number: 1_000, at: Date.now() - 5 * 86_400_000, chains: 0 }
    const bytes = { digest: new Uint8Array(32), mac: new Uint8Array(33) }
    await app.ctx.db
      .insertInto('audit_roots')
      .values({ ...root, ...bytes })
      .execute()
    expect(await run('sweep')).toEqual({
      code: 1,
      out: '',
      err: 'The server does not trust its clock: the clock jumped. Check the clock; deleting is possible again within a day.\n',
    })
    await app.ctx.db.deleteFrom('audit_roots').where('number', '=', root.number).execute()
  })

  test('gives another role, and makes a SUPER_ADMIN when the only one is lost', async () => {
    const said = `${person.username} (${person.email}, account ${person.userId})`
    const roles = async () => (await person.client.call(readUserStatus, {})).user.roles
    expect(await run('assign-role', operator.email, 'user', '--reason', 'Leaves')).toMatchObject({
      code: 1,
      err: 'The last SUPER_ADMIN cannot get another role.\n',
    })
    expect(await run('make-super-admin', person.email, '--reason', 'Ada left')).toEqual({
      code: 0,
      out: `${said} has the role SUPER_ADMIN now.\n`,
      err: '',
    })
    expect(await roles()).toMatchObject([{ name: 'SUPER_ADMIN', permissions: ['*'] }])
    expect(await newest()).toMatchObject({
      event_type: 'role_assigned',
      user_id: person.userId,
      description:
        'An operator on this machine changed the role of the account from User to Super administrator: Ada left',
    })
    expect((await mailsOf(app)).findLast(({ to }) => to === person.email)).toMatchObject({
      template: 'operator-role-changed',
    })
    expect(await run('make-super-admin', person.email, '--reason', 'Again')).toMatchObject({
      code: 1,
      err: 'User already has this role\n',
    })
    expect(await run('assign-role', person.email, 'CLERK', '--reason', 'Help')).toMatchObject({
      code: 1,
      err: 'There is no such role. There are: USER, ADMIN, SUPER_ADMIN.\n',
    })
    const { code, out } = await run('assign-role', person.email, 'user', '--reason', 'Done', '--json')
    expect([code, JSON.parse(out)]).toMatchObject([0, { account: { id: person.userId }, role: 'USER' }])
    expect(await roles()).toMatchObject([{ name: 'USER' }])
    await run('suspend', person.email, '--reason', 'Spam')
    expect(await run('make-super-admin', person.email, '--reason', 'Ada left')).toMatchObject({
      code: 1,
      err: 'Only an active account can become SUPER_ADMIN.\n',
    })
    await run('unsuspend', person.email)
  })

  test('deletions are confirmed for the number that waits, and for no other', async () => {
    expect(await run('confirm-deletions', '30')).toMatchObject({
      code: 1,
      err: 'No projects wait to be archived or deleted.\n',
    })
    await inTransaction(app.ctx, async (tx) =>
      saveDeletionGuard(tx, { ...(await lockDeletionGuard(tx)), held: { count: 30, total: 40 } }),
    )
    expect(await run('confirm-deletions', '40')).toMatchObject({
      code: 1,
      err: expect.stringContaining('30 projects wait, not 40.'),
    })
    expect(await run('confirm-deletions', '30')).toMatchObject({
      code: 0,
      out: 'The next sweeps within 24 hours may archive or delete 30 projects.\n',
    })
    expect(await newest()).toMatchObject({ event_type: 'downgrade_brake_released' })
  })

  test('prints a link for a new password once, and announces the removal of second factors', async () => {
    const reset = await run('reset-password', person.email)
    expect(reset).toMatchObject({ code: 0, err: '' })
    const link = /\S+\/reset-password#(eml_\w+)/.exec(reset.out)?.[1] ?? ''
    expect(await app.as().call(openPasswordReset, { body: { token: link } })).toMatchObject({
      email: person.email,
    })
    const { email } = await signUpWithTotp(app)
    const removal = await run('remove-factors', email, '--reason', 'Lost the phone', '--json')
    expect(removal).toMatchObject({ code: 0 })
    expect(JSON.parse(removal.out)).toMatchObject({ due_at: expect.stringMatching(/Z$/) })
    expect(await run('remove-factors', email, '--reason', 'Again')).toMatchObject({ code: 1 })
    expect(await run('remove-factors', person.email, '--reason', 'None')).toEqual({
      code: 1,
      out: '',
      err: 'This account has no second factor.\n',
    })
    expect(await newest()).toMatchObject({ event_type: 'delayed_change_started' })
  })

  test('approves, extends a grace period and deletes for good', async () => {
    const other = await addPerson(app, { masterPassword: null })
    const change = (set: Partial<Pick<User, 'status' | 'deleted_at'>>) =>
      inTransaction(app.ctx, async (tx) => {
        const user = await findUser(tx, other.userId)
        if (user) await changeUser(tx, user, set)
      })
    await change({ status: 'PENDING' })
    expect(await run('approve', other.email)).toMatchObject({ code: 0, err: '' })
    expect(await run('approve', other.email)).toMatchObject({
      code: 1,
      err: 'This account does not wait for approval.\n',
    })
    const deletedAt = app.ctx.clock()
    await change({ status: 'INACTIVE', deleted_at: deletedAt })
    const extended = await run('extend-grace', other.email, '--days', '60', '--json')
    expect(JSON.parse(extended.out)).toMatchObject({
      grace_ends_at: new Date(deletedAt + 90 * 24 * 3_600_000).toISOString(),
    })
    expect(await run('force-delete', other.email, '--reason', 'Abuse')).toMatchObject({ code: 0, err: '' })
    expect(await findUser(app.ctx, other.userId)).toBeUndefined()
    expect(await newest()).toMatchObject({
      event_type: 'account_deleted',
      description: 'An operator on this machine permanently deleted the account: Abuse',
    })
  })

  test('announces and removes it, and changes the sign-up mode', async () => {
    const read = async () => ({
      announced: (await readInstanceSetting(app.ctx, 'announcement')).value,
      mode: (await readInstanceSetting(app.ctx, 'sign-ups')).value,
    })
    const announced = await run('announce', ' Upgrade ', '--level', 'warning', '--until', '2099-01-01T00:00Z')
    expect(announced).toEqual({ code: 0, out: 'Every page shows it within a minute.\n', err: '' })
    expect(await run('sign-ups', 'closed', '--json')).toMatchObject({
      code: 0,
      out: '{"sign_ups":"closed"}\n',
    })
    expect(await read()).toEqual({
      announced: { text: 'Upgrade', level: 'warning', until: Date.parse('2099-01-01T00:00Z') },
      mode: 'closed',
    })
    expect(await newest()).toMatchObject({ event_type: 'sign_ups_changed', user_id: null })
    expect(await run('announce', 'Late', '--until', '2020-01-01T00:00Z')).toMatchObject({ code: 1 })
    expect(await run('announce', '--remove')).toMatchObject({ code: 0 })
    expect(await run('sign-ups', 'default')).toMatchObject({ code: 0 })
    expect(await read()).toEqual({ announced: null, mode: null })
  })

  test('spares operators their second factor, and requires it again', async () => {
    const required = async () =>
      (await readInstanceSetting(app.ctx, 'operator-factor')).value?.requiredFrom !== null
    expect(await run('operator-factor', 'on', '--json')).toMatchObject({
      code: 0,
      out: '{"operator_factor":true}\n',
    })
    expect(await required()).toBe(true)
    expect(await run('operator-factor', 'off')).toEqual({
      code: 0,
      out: 'The operator area opens without a second factor now.\n',
      err: '',
    })
    expect(await required()).toBe(false)
    expect(await newest()).toMatchObject({
      event_type: 'operator_factor_changed',
      user_id: null,
    })
  })

  test('waits for another process that is writing', async () => {
    let isOver = false
    const { promise: isWriting, resolve: begun } = Promise.withResolvers<void>()
    const writing = inTransaction(app.ctx, async ({ db }) => {
      await sql`update users set updated_at = updated_at where id = ${person.userId}`.execute(db)
      begun()
      await new Promise((resolve) => setTimeout(resolve, 3_000))
      isOver = true
    })
    await isWriting
    const ran = run('suspend', person.email, '--reason', 'Spam').then((result) => ({ ...result, isOver }))
    await writing
    expect(await ran).toMatchObject({ code: 0, isOver: true })
    expect(await statusOf()).toBe('SUSPENDED')
    await run('unsuspend', person.email)
  })
})

/** Runs words without any settings: only the words can be wrong. */
const codeOf = (...words: readonly string[]) =>
  dispatch(['operator', ...words], { info: () => {}, warn: () => {} })

test.each([
  [],
  ['ada'],
  ['ada', 'grace', '--reason', 'Spam'],
  ['ada', '--reason', ' '],
  ['ada', '--reason', 'Spam', '--force'],
])('"suspend %j" is refused before anything is opened', async (...args) => {
  expect(await codeOf('suspend', ...args.flat())).toBe(2)
})

test.each([
  ['promote', 'ada'],
  ['unsuspend'],
  ['sweep', 'now'],
  ['reset-password'],
  ['reset-password', 'ada', '--reason', 'Yes'],
  ['remove-factors', 'ada'],
  ['force-delete', 'ada'],
  ['approve', 'ada', '--reason', 'Yes'],
  ['approve', 'ada', '--days', '3'],
  ['extend-grace', 'ada', '--days', '0'],
  ['extend-grace', 'ada', '--days', '366'],
  ['make-super-admin', 'ada'],
  ['make-super-admin', 'ada', 'USER', '--reason', 'Yes'],
  ['assign-role', 'ada', '--reason', 'Yes'],
  ['assign-role', 'ada', 'USER'],
  ['assign-role', 'ada', 'USER', 'ADMIN', '--reason', 'Yes'],
  ['confirm-deletions'],
  ['confirm-deletions', '0'],
  ['confirm-deletions', 'all'],
  ['confirm-deletions', '20', '--reason', 'Yes'],
  ['announce'],
  ['announce', 'Hello', '--level', 'loud'],
  ['announce', 'Hello', '--until', '2099-01-01T00:00'],
  ['announce', 'Hello', '--remove'],
  ['sweep', '--remove'],
  ['sign-ups'],
  ['sign-ups', 'OPEN'],
  ['operator-factor'],
  ['operator-factor', 'maybe'],
])('"%s" is refused before anything is opened', async (...args) => {
  expect(await codeOf(...args)).toBe(2)
})

test('without a command it shows all of them, and help explains one', async () => {
  const helpOf = async (...words: readonly string[]) => {
    const lines: string[] = []
    expect(await dispatch(words, { info: (line) => void lines.push(line), warn: () => {} })).toBe(0)
    return lines.join('\n')
  }
  const whole = await helpOf('operator')
  expect(whole).toContain('suspend USER')
  for (const words of [
    ['operator', 'help'],
    ['operator', '--help'],
    ['help', 'operator'],
  ])
    expect(await helpOf(...words)).toBe(whole)
  const one = await helpOf('operator', 'suspend', '-h')
  expect(one).toContain('Usage: envhold-server operator suspend [options] USER')
  expect(await helpOf('help', 'operator', 'suspend')).toBe(one)
})
