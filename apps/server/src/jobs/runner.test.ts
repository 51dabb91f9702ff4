import { beforeEach, expect, test } from 'vitest'
import { forEachEngine } from '../../../../dev/world/app-for-tests.ts'
import { withApp } from '../../../../dev/world/with-app.ts'
import { chargeTo, pauseCall } from '../db/charged-work.ts'
import { inTransaction } from '../db/transaction.ts'
import { createRunner, type Run, type Task } from './runner.ts'
import { LeaseLostError } from './task-store.ts'

const minuteMs = 60_000

forEachEngine((engine) => {
  const app = withApp(engine)
  let runs = 0
  const counting = { name: 'counting', everyMs: minuteMs, run: async () => ++runs }
  const start = (task: Partial<Task>) => createRunner(app.ctx, { ...counting, ...task })

  beforeEach(async () => {
    runs = 0
    await app.ctx.db.deleteFrom('leases').execute()
  })

  test('what is asked for during a run leads to one more, and nothing runs after a stop', async () => {
    const reached = Promise.withResolvers<void>()
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
    const runner = start({
      run: async () => {
        runs++
        reached.resolve()
        await finished
      },
      atStop: async () => {
        runs += 100
      },
    })
    const running = runner.runDue()
    await reached.promise
    const waiting = [runner.runDue(), runner.runDue()]
    finish()
    await Promise.all([running, ...waiting])
    expect(runs).toBe(2)
    for (let times = 0; times < 3; times++) runner.wake()
    await expect.poll(() => runs).toBe(3)
    await Promise.all([runner.stop(), runner.stop()])
    runner.wake()
    runner.start()
    await runner.runDue()
    expect(runs).toBe(103)
  })

  test('what a call wakes is not charged to it', async () => {
    const charged: boolean[] = []
    const runner = start({
      run: async () => {
        charged.push(pauseCall() !== undefined)
      },
    })
    await chargeTo({ ms: 0, pause: async () => {} }, async () => runner.wake())
    await expect.poll(() => charged).toEqual([false])
    await runner.stop()
  })

  test('runs regularly from its start', async () => {
    const runner = start({ firstMs: 1, everyMs: 1 })
    runner.start()
    await expect.poll(() => runs).toBeGreaterThan(2)
    await runner.stop()
  })

  test('a task that logs once is logged again after a run that succeeded', async () => {
    let isFailing = true
    const name = 'now and then'
    const run = async () => {
      if (isFailing) throw new Error('hunter2')
    }
    const runner = start({ name, logsOnce: true, run })
    const logged = () => app.logged().split(`"task":"${name}"`).length - 1
    for (let times = 0; times < 3; times++) await runner.runDue()
    expect(logged()).toBe(1)
    isFailing = false
    await runner.runDue()
    isFailing = true
    await runner.runDue()
    expect(logged()).toBe(2)
    expect(app.logged()).not.toContain('hunter2')
    await runner.stop()
  })

  test('one node at a time runs a task with a lease, and one that lost it can commit nothing', async () => {
    const lease = { name: 'one-node', isDue: async () => true }
    const reached = Promise.withResolvers<Run>()
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
    const hung = start({
      lease,
      run: async (run) => {
        reached.resolve(run)
        await finished
      },
    })
    const other = start({ lease })
    const running = hung.runDue()
    const { requireLease } = await reached.promise
    await inTransaction(app.ctx, requireLease)
    await other.runDue()
    expect(runs).toBe(0)
    app.advance(2 * minuteMs)
    await other.runDue()
    expect(runs).toBe(1)
    await expect(inTransaction(app.ctx, requireLease)).rejects.toThrow(LeaseLostError)
    finish()
    await running
    await start({ lease }).runDue()
    expect(runs, 'a lease ends with its run').toBe(2)
    await Promise.all([hung.stop(), other.stop()])
  })
})
