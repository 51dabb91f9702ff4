import { type CompiledQuery, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Line, lineTo } from '../../../../../dev/world/line-to.ts'
import { newDatabase } from '../../../../../dev/world/new-database.ts'
import { connect, type Database } from '../connect.ts'
import { sendBeforeCommit, together } from '../pipeline.ts'
import { isUnavailable } from '../storage-errors.ts'
import { runTransaction, type Trx } from '../transaction.ts'

let line: Line
let node: Database
let beside: Database
beforeEach(async () => {
  const url = await newDatabase()
  line = await lineTo(url, 20)
  node = connect({
    databaseUrl: line.url,
    dataDir: '',
    postgres: { poolSize: 3, lockMs: 300, idleMs: 60_000 },
  })
  beside = connect({ databaseUrl: url, dataDir: '' })
  await sql`create table things (id int primary key, n int not null default 0)`.execute(beside.db)
  await sql`insert into things values (1), (2)`.execute(beside.db)
})
afterEach(async () => {
  await node.close()
  await beside.close()
  line.close()
})

const raise = (trx: Trx, id: number) =>
  sql<{ n: number }>`update things set n = n + 1 where id = ${id} returning n`.execute(trx)
const insert = (trx: Trx, id: number) => sql`insert into things (id) values (${id})`.execute(trx)
const stored = async () =>
  (await sql<{ id: number; n: number }>`select id, n from things order by id`.execute(beside.db)).rows
const before = [
  { id: 1, n: 0 },
  { id: 2, n: 0 },
]

/** Counts what `work` costs on a connection that exists. */
async function roundTripsOf(work: () => Promise<unknown>): Promise<number> {
  await sql`select 1`.execute(node.db)
  const start = line.roundTrips()
  await work()
  return line.roundTrips() - start
}

/** Two statements that need nothing, then two that nothing waits for. */
const batch = async (trx: Trx) => {
  const [one, two] = await together(raise(trx, 1), raise(trx, 2))
  await sendBeforeCommit(trx, insert(trx, 3), insert(trx, 4))
  return [one.rows[0]?.n, two.rows[0]?.n]
}

test('a batch costs two round trips', async () => {
  const trips = await roundTripsOf(async () => {
    expect(await node.groupCommit(batch, { sendWithBegin: true })).toEqual([1, 1])
  })
  expect(trips).toBe(2)
  expect(await stored()).toEqual([
    { id: 1, n: 1 },
    { id: 2, n: 1 },
    { id: 3, n: 0 },
    { id: 4, n: 0 },
  ])
})

test('while the commit is on its way, other work is done; none if there is no commit', async () => {
  const seen: unknown[] = []
  const whileCommitting = () => void seen.push('other work')
  await node.groupCommit(batch, { sendWithBegin: true, whileCommitting }).then(() => seen.push('committed'))
  expect(seen).toEqual(['other work', 'committed'])
  const failing = node.groupCommit(
    async (trx) => {
      await raise(trx, 1)
      throw new Error('no')
    },
    { whileCommitting },
  )
  await expect(failing).rejects.toThrow('no')
  expect(seen).toHaveLength(2)
})

test('work that does not say so waits for BEGIN', async () => {
  expect(await roundTripsOf(() => node.groupCommit(batch))).toBe(3)
})

test('the timeouts of a transaction apply to the statements sent with BEGIN', async () => {
  const lockTimeout = await node.groupCommit(
    async (trx) =>
      (await sql<{ lock: string }>`select current_setting('lock_timeout') as lock`.execute(trx)).rows,
    { sendWithBegin: true },
  )
  expect(lockTimeout).toEqual([{ lock: '300ms' }])
})

test('a lock timeout in the first round trip is the error of the work, and nothing is stored', async () => {
  await beside
    .groupCommit(async (trx) => {
      await raise(trx, 1)
      const outcome = node.groupCommit(batch, { sendWithBegin: true })
      await expect(outcome).rejects.toMatchObject({ code: '55P03' })
      throw new Error('undo')
    })
    .catch(() => {})
  expect(await stored()).toEqual(before)
  expect(await node.groupCommit(batch), 'the connection can be used again').toEqual([1, 1])
})

test('an error that nothing waited for fails the commit', async () => {
  const outcome = node.groupCommit(async (trx) => {
    await raise(trx, 1)
    await sendBeforeCommit(trx, insert(trx, 2), insert(trx, 5))
  })
  await expect(outcome).rejects.toMatchObject({ code: '23505' })
  expect(await stored()).toEqual(before)
})

test('statements that follow a failed one report the error of that one', async () => {
  const outcome = node.groupCommit(async (trx) => {
    const [first, second] = [insert(trx, 2), insert(trx, 5)]
    first.catch(() => {})
    await second
  })
  await expect(outcome).rejects.toMatchObject({ code: '23505' })
})

test('a conflict that the commit finds runs the work again', async () => {
  let runs = 0
  await node.groupCommit(async (trx) => {
    const { rows } = await sql<{ n: number }>`select n from things where id = 1`.execute(trx)
    runs++
    const raised = sql`do $$ begin
      if ${sql.lit(runs)} = 1 then raise exception 'conflict' using errcode = '40001'; end if; end $$`
    await sendBeforeCommit(trx, raised.execute(trx), raise(trx, 1))
    return rows
  })
  expect(runs).toBe(2)
  expect(await stored()).toEqual([
    { id: 1, n: 1 },
    { id: 2, n: 0 },
  ])
})

test('a plan that became stale in the middle of a pipeline runs the work again', async () => {
  const read = (trx: Trx) => sql<object>`select * from things where id = ${1}`.execute(trx)
  const work = async (trx: Trx) => {
    const [{ rows }] = await together(read(trx), raise(trx, 2))
    return rows
  }
  for (let n = 0; n < 4; n++) await node.groupCommit(work, { sendWithBegin: true })
  await sql`alter table things add name text default 'x'`.execute(beside.db)
  expect(await node.groupCommit(work, { sendWithBegin: true })).toEqual([{ id: 1, n: 0, name: 'x' }])
  expect((await stored())[1]).toEqual({ id: 2, n: 5 })
})

const isCommit = (bytes: Buffer) => bytes.includes('commit')

test('a connection that is lost with COMMIT fails all statements, and nothing is stored', async () => {
  line.onSent = isCommit
  expect(await node.groupCommit(batch, { sendWithBegin: true }).catch(isUnavailable)).toBe(true)
  line.onSent = () => false
  expect(await stored()).toEqual(before)
  expect(await node.groupCommit(batch)).toEqual([1, 1])
})

test('a connection that is lost between two round trips fails the work', async () => {
  const outcome = node.groupCommit(async (trx) => {
    await together(raise(trx, 1), raise(trx, 2))
    line.breakOff()
    await raise(trx, 1)
  })
  expect(await outcome.catch(isUnavailable)).toBe(true)
  expect(await stored()).toEqual(before)
})

test.each([
  ['in a transaction', (work: (trx: Trx) => Promise<void>) => runTransaction(node.db, work)],
  ['in a pipelined one', (work: (trx: Trx) => Promise<void>) => node.groupCommit(work)],
])(
  'an error is reported as it was, although the connection is lost before the rollback, %s',
  async (_, run) => {
    const outcome = run(async (trx) => {
      await raise(trx, 1)
      line.breakOff()
      await new Promise((resolve) => setTimeout(resolve, 50))
      throw new Error('what went wrong')
    })
    await expect(outcome).rejects.toThrow('what went wrong')
    expect(await stored()).toEqual(before)
  },
)

test('a warning of an earlier statement is not one about the commit', async () => {
  await node.groupCommit(async (trx) => {
    await raise(trx, 1)
    await sendBeforeCommit(
      trx,
      sql`do $$ begin raise warning 'odd' using errcode = '01000'; end $$`.execute(trx),
    )
  })
  expect((await stored())[0]).toEqual({ id: 1, n: 1 })
})

test('a warning that arrives with COMMIT fails it', async () => {
  await sql`create function warn() returns trigger language plpgsql as
    $$ begin raise warning 'odd' using errcode = '01000'; return null; end $$`.execute(beside.db)
  await sql`create constraint trigger late after update on things deferrable initially deferred
    for each row execute function warn()`.execute(beside.db)
  const outcome = node.groupCommit(async (trx) => await sendBeforeCommit(trx, raise(trx, 1)))
  await expect(outcome).rejects.toMatchObject({ name: 'CommitWarning', code: '01000' })
})

test('a transaction that has ended cannot be used', async () => {
  let ended: Trx | undefined
  await node.groupCommit(async (trx) => {
    ended = trx
  })
  await expect(
    ended?.executeQuery({ sql: 'select 1', parameters: [] } as unknown as CompiledQuery),
  ).rejects.toThrow('has ended')
})

test('when BEGIN fails, so does the work', async () => {
  line.onSent = (bytes) => {
    const index = bytes.indexOf('set local')
    // As if it had been cancelled: the whole message fails.
    if (index > 0) bytes.write('set nonse', index)
    return false
  }
  const outcome = node.groupCommit(batch, { sendWithBegin: true })
  await expect(outcome).rejects.toMatchObject({ code: '42601' })
  line.onSent = () => false
  expect(
    (await stored()).map(({ id }) => id),
    'nothing of the second round trip is stored',
  ).toEqual([1, 2])
})
