import { createClient } from '@envhold/client/client.ts'
import { readUserStatus, register, type SignUpMode } from '@envhold/contract/accounts/accounts.ts'
import { listSignInProviders } from '@envhold/contract/accounts/identity-provider.ts'
import {
  readInstanceSettings,
  updateAnnouncement,
  updateSignUps,
} from '@envhold/contract/operator/instance-settings.ts'
import { readAnnouncement } from '@envhold/contract/pages/announcement.ts'
import { afterEach, expect, test } from 'vitest'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { activityOf } from '../../../../../../dev/world/events-of.ts'
import { signUp } from '../../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../../dev/world/with-person.ts'
import { withSecondNode } from '../../../../../../dev/world/with-second-node.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { verifyEverything } from '../../../verify/verify-everything.ts'
import { createAccount } from '../../accounts/register/create-account.ts'

const cacheMs = 5_000
const later = (ms: number, from: number) => new Date(from + ms).toISOString()

forEachEngine((engine) => {
  const app = withApp(engine)
  const operator = withPerson(app, { masterPassword: null })
  const node = withSecondNode(app)
  const other = () => createClient({ server: node.url })

  const settings = () => operator.client.call(readInstanceSettings, {})
  const announce = async (text: string | null, more: { until?: string; level?: 'warning' } = {}) =>
    operator.client.call(updateAnnouncement, {
      body: {
        announcement: text === null ? null : { text, level: 'info', until: null, ...more },
        revision: (await settings()).announcement.revision,
      },
    })
  const choose = async (mode: SignUpMode | null) =>
    operator.client.call(updateSignUps, {
      body: { mode, revision: (await settings()).sign_ups.revision },
    })
  const displayed = async () => (await other().call(readAnnouncement, {})).announcement
  const lastEvent = async () => (await activityOf(app)).at(-1)
  afterEach(async () => {
    await choose(null)
    await announce(null)
    app.advance(cacheMs)
  })

  test('an announcement is on every node within 5 seconds, and ends by itself', async () => {
    expect(await displayed()).toBeNull()
    const until = later(60_000, app.ctx.clock())
    await announce(' Upgrade on Sunday ', { until, level: 'warning' })
    expect(await displayed()).toBeNull()
    app.advance(cacheMs)
    const text = 'Upgrade on Sunday'
    expect(await displayed()).toEqual({ id: expect.any(String), text, level: 'warning', until })
    expect((await settings()).announcement).toMatchObject({
      current: { text, level: 'warning', until },
      changed: { by: { id: operator.userId, username: operator.username } },
    })
    expect(await lastEvent()).toMatchObject({
      event_type: 'announcement_changed',
      category: 'security_events',
      user_id: operator.userId,
      description: `The announcement was changed from nothing to “${text}” (warning, until ${until})`,
    })
    app.advance(60_000)
    expect(await displayed()).toBeNull()
    expect((await settings()).announcement.current?.text).toBe(text)
  })

  test('browsers keep the answer for a minute, but not beyond its end', async () => {
    await announce('Hello', { until: later(30_000, app.ctx.clock()) })
    app.advance(cacheMs)
    const ask = (etag = '') => fetch(`${node.url}/api/announcement`, { headers: { 'if-none-match': etag } })
    const first = await ask()
    const maxAge = Number(/^public, max-age=(\d+)$/.exec(first.headers.get('cache-control') ?? '')?.[1])
    expect(maxAge).toBeGreaterThan(0)
    expect(maxAge).toBeLessThanOrEqual(25)
    expect((await ask(first.headers.get('etag') ?? '')).status).toBe(304)
    app.advance(30_000)
    const next = await ask(first.headers.get('etag') ?? '')
    expect(next.status).toBe(200)
    expect(next.headers.get('cache-control')).toBe('public, max-age=60')
  })

  test('rejects a text that is too long, on several lines or over already', async () => {
    for (const [text, until] of [
      ['x'.repeat(281)],
      ['two\nlines'],
      [' '],
      ['Late', later(0, app.ctx.clock())],
    ] as const)
      await expect(announce(text ?? '', until === undefined ? {} : { until })).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
        details: [{ path: until === undefined ? 'announcement.text' : 'announcement.until' }],
      })
    expect((await settings()).announcement.current).toBeNull()
  })

  test('of two operators who change a setting at once, one succeeds', async () => {
    for (const isFirst of [true, false]) {
      const { revision } = (await settings()).announcement
      const change = (text: string) =>
        operator.client.call(updateAnnouncement, {
          body: { announcement: { text, level: 'info', until: null }, revision },
        })
      const all = await Promise.allSettled(['A', 'B', 'C'].map(change))
      const refused = all.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
      expect(refused, String(isFirst)).toMatchObject([
        { code: 'CONFLICT', status: 409 },
        { code: 'CONFLICT', message: expect.stringContaining('Someone else changed this') },
      ])
    }
    const stale = { mode: 'closed', revision: 1 } as const
    await expect(operator.client.call(updateSignUps, { body: stale })).rejects.toMatchObject({ status: 409 })
    expect((await settings()).sign_ups.mode).toBe('open')
  })

  test('the sign-up mode holds on other nodes with the next call, and the server’s setting returns', async () => {
    const creating = () =>
      signUp(node.url, { masterPassword: null }).then(
        async ({ client }) => (await client.call(readUserStatus, {})).userStatus,
        ({ code, message }) => `${code}: ${message}`,
      )
    const offered = async () => (await other().call(listSignInProviders, {})).sign_ups
    const mode = { mode: 'open', server_mode: 'open' } as const
    expect((await settings()).sign_ups).toMatchObject({ ...mode, chosen_mode: null })
    const changed = await choose('closed')
    expect(changed.sign_ups).toMatchObject({
      mode: 'closed',
      server_mode: 'open',
      chosen_mode: 'closed',
      changed: { by: { id: operator.userId } },
    })
    expect(await creating()).toBe('FORBIDDEN: This server accepts no new accounts.')
    app.advance(cacheMs)
    expect(await offered()).toBe('closed')
    expect(await lastEvent()).toMatchObject({
      event_type: 'sign_ups_changed',
      description: 'The sign-up mode was changed from the server’s setting (open) to closed',
    })
    await choose('invited')
    expect(await creating()).toMatch(/^FORBIDDEN: New accounts need an invitation/)
    await choose('approval')
    expect(await creating()).toBe('PENDING')
    expect((await choose(null)).sign_ups).toMatchObject({ ...mode, chosen_mode: null })
    expect(await creating()).toBe('ACTIVE')
  })

  test('a sign-up that began before the change obeys the mode that holds when its account is created', async () => {
    await choose('closed')
    const account = {
      email: 'slow@example.com',
      username: 'slow',
      passwordHash: '',
      invitedBy: 'nobody' as const,
    }
    const created = inTransaction(app.ctx, (tx) => createAccount(tx, account))
    await expect(created).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  /** Changes the stored row as somebody could who can only write to the database. */
  const plant = (value: string) =>
    app.ctx.db.updateTable('instance_settings').set({ value }).where('name', '=', 'sign-ups').execute()
  const findings = async () => {
    const broken: string[] = []
    await verifyEverything(app.ctx, [], (line) => void (line.startsWith('BROKEN ') && broken.push(line)))
    return broken
  }

  test('a setting that was changed in the database, or removed from it, is found', async () => {
    await choose('closed')
    await plant('"open"')
    const body = { email: 'planted@example.com', password: 'long enough' }
    await expect(app.as().call(register, { body })).rejects.toMatchObject({ code: 'INTERNAL' })
    expect(await findings()).toEqual([
      expect.stringMatching(/^BROKEN instance_settings sign-ups: was changed/),
    ])
    await plant('"closed"')
    expect(await findings()).toEqual([])
    await app.ctx.db.deleteFrom('instance_settings').where('name', '=', 'announcement').execute()
    expect(await findings()).toEqual([
      expect.stringMatching(/^BROKEN instance_settings announcement: is missing/),
    ])
  })
})
