// Attempts that fail, hang or outlive their lease, and what an account may have stored.

import { endpoint } from '@envhold/contract/endpoint.ts'
import { errorBody } from '@envhold/contract/errors.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { addPerson } from '../../../../dev/world/add-person.ts'
import { forEachEngine, headersOf } from '../../../../dev/world/app-for-tests.ts'
import { type ServedForTests, serveForTests } from '../../../../dev/world/serve-for-tests.ts'
import type { Person } from '../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../dev/world/with-app.ts'
import { actorOf, transact, transactOnce } from '../features/audit-log/tx.ts'
import { authenticate } from '../features/personal-tokens/authenticate.ts'
import { route } from '../http/route.ts'
import { createRunOnce, sweepIdempotencyKeys } from './create-run-once.ts'

const create = endpoint('POST /create', {
  name: 'create',
  tag: 'Test',
  summary: 'Create.',
  audience: 'session',
  idempotency: 'replay',
  output: z.object({ text: z.string() }),
  success: 201,
  errors: [],
})
/** Does its work in its second transaction, as calls that first unlock the vault may do. */
const write = endpoint('POST /write', { ...create, name: 'write' })
const leaseMs = 2 * 60_000
const limits = { maxKeys: 3, maxBytes: 1_000 }

forEachEngine((engine) => {
  const app = withApp(engine)
  let served: ServedForTests
  let person: Person
  let work: () => Promise<string>
  let done = 0
  beforeAll(async () => {
    const handle = async () => {
      const text = await work()
      done++
      return { json: { text } }
    }
    const transacted = route(write, async ({ caller, origin, reservation }) => {
      const actor = actorOf(caller, origin)
      await transact(app.ctx, actor, async () => {})
      const text = await work()
      return await transactOnce(app.ctx, actor, reservation, async () => {
        done++
        return { json: { text } }
      })
    })
    served = await serveForTests([route(create, handle), transacted], {
      authenticate: authenticate(app.ctx),
      clock: app.ctx.clock,
      runOnce: createRunOnce(app.ctx, limits),
    })
  })
  afterAll(async () => {
    await served.stop()
  })
  beforeEach(async () => {
    person = await addPerson(app, { masterPassword: null })
    work = async () => 'made'
    done = 0
  })

  const ask = async (key: string, { path }: { readonly path: string } = create) => {
    const response = await fetch(`${served.url}/api${path}`, {
      method: 'POST',
      headers: { ...headersOf({ token: person.token }), 'idempotency-key': key.padEnd(16, '0') },
    })
    const said: unknown = await response.json()
    return response.ok
      ? { ...create.output.parse(said), replayed: response.headers.has('idempotency-replayed') }
      : errorBody.parse(said).error
  }

  /** A request whose work has begun, and ends when `hung` is resolved. */
  const startHanging = async <T>(request: () => Promise<T>) => {
    const hung = Promise.withResolvers<string>()
    const begun = Promise.withResolvers<void>()
    work = () => {
      begun.resolve()
      return hung.promise
    }
    const first = request()
    await Promise.race([begun.promise, first])
    // In an object: an async function would wait for the promise itself.
    return { first, hung }
  }

  test('an attempt that crashed blocks the key for two minutes, and not for a day', async () => {
    const { first, hung } = await startHanging(() => ask('crash'))
    expect(await ask('crash')).toBe('REQUEST_IN_PROGRESS')
    app.advance(leaseMs + 1_000)
    work = async () => 'by the second'
    expect(await ask('crash')).toEqual({ text: 'by the second', replayed: false })
    // The first attempt ends late. The response of the second stays stored.
    hung.resolve('by the first')
    expect(await first).toEqual({ text: 'by the first', replayed: false })
    expect(await ask('crash')).toEqual({ text: 'by the second', replayed: true })
  })

  test('an attempt that outlives its lease changes nothing once another attempt has the key', async () => {
    const { first, hung } = await startHanging(() => ask('overtaken', write))
    app.advance(leaseMs + 1_000)
    work = async () => 'by the second'
    expect(await ask('overtaken', write)).toEqual({ text: 'by the second', replayed: false })
    hung.resolve('by the first')
    expect(await first).toBe('REQUEST_IN_PROGRESS')
    expect(await ask('overtaken', write)).toEqual({ text: 'by the second', replayed: true })
  })

  test('a reservation made by a clock that ran ahead ends once the clock is right', async () => {
    app.advance(20 * 60_000)
    const { first, hung } = await startHanging(() => ask('ahead'))
    app.advance(-20 * 60_000)
    work = async () => 'made'
    expect(await ask('ahead')).toEqual({ text: 'made', replayed: false })
    hung.resolve('made')
    await first
  })

  test.each([create, write])('a failed attempt of $name frees the key', async (endpoint) => {
    work = async () => {
      throw new Error('out of luck')
    }
    expect(await ask('failed', endpoint)).toBe('INTERNAL')
    work = async () => 'made'
    expect(await ask('failed', endpoint)).toEqual({ text: 'made', replayed: false })
    expect(await ask('failed', endpoint)).toEqual({ text: 'made', replayed: true })
    expect(done).toBe(1)
  })

  test('beyond the limits of number or bytes, an account loses its own oldest responses only', async () => {
    const first = person
    await ask('kept')
    person = await addPerson(app, { masterPassword: null })
    for (const key of ['one', 'two', 'three', 'four']) {
      await ask(key)
      app.advance(1_000)
    }
    expect(await ask('four')).toMatchObject({ replayed: true })
    expect(await ask('two')).toMatchObject({ replayed: true })
    expect(await ask('one')).toMatchObject({ replayed: false })
    app.advance(1_000)
    work = async () => 'x'.repeat(900)
    await ask('long')
    expect(await ask('long')).toMatchObject({ replayed: true })
    expect(await ask('four')).toMatchObject({ replayed: false })
    person = first
    expect(await ask('kept')).toMatchObject({ replayed: true })
  })

  test('a response that is too long to be stored is not replayed, and the work is not repeated', async () => {
    work = async () => 'x'.repeat(300_000)
    expect(await ask('huge')).toMatchObject({ replayed: false })
    expect(await ask('huge')).toBe('ALREADY_CREATED')
    expect(done).toBe(1)
  })

  test('the sweep deletes the reservation of an attempt that never finished', async () => {
    const { db, clock } = app.ctx
    await app.ctx.groupCommit(async (trx) => void (await trx.deleteFrom('idempotency_keys').execute()))
    work = async () => {
      const rows = await db.selectFrom('idempotency_keys').select('reserved_until').execute()
      expect(rows.map(({ reserved_until }) => reserved_until > clock())).toEqual([true])
      expect(await sweepIdempotencyKeys(app.ctx)).toBe(0)
      app.advance(leaseMs + 1_000)
      expect(await sweepIdempotencyKeys(app.ctx)).toBe(1)
      return 'made'
    }
    expect(await ask('swept')).toEqual({ text: 'made', replayed: false })
  })
})
