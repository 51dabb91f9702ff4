import type { DbContext } from '../context.ts'
import { deleteNodesBefore } from './node-store.ts'
import { periodMs } from './retention-rule.ts'
import type { Sweep } from './sweeper.ts'
import { deleteRunsBefore } from './task-run-store.ts'

const period = { hours: 24 }

/** Forgets nodes that no longer run, and tasks that no longer exist. */
export const nodeSweep = ({ db, clock }: DbContext<'clock'>): Sweep => ({
  name: 'nodes',
  run: async () => {
    const before = clock() - periodMs(period)
    return (await deleteNodesBefore(db, before)) + (await deleteRunsBefore(db, before))
  },
  retention: [
    { what: 'A node that no longer runs', period, after: 'it was last seen' },
    { what: 'The last run of an hourly task', period, after: 'it began, unless the task runs again' },
  ],
})
