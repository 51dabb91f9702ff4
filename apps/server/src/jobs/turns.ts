import { randomBytes } from 'node:crypto'
import type { Db } from '../db/connect.ts'
import { acquireLease, extendLease } from './lease-store.ts'
import { leaseOfTask } from './task-run-store.ts'

interface Task {
  readonly name: string
  readonly onEachNode?: true
}

/** Decides whether it is this node's turn to run a task: once in every period on one node, or on each. */
export interface Turns {
  acquire(task: Task, now: number): Promise<boolean>
  /** Sets when the turn that this node has ends, and the task is due again. */
  endAt(task: Task, until: number): Promise<void>
}

export function createTurns(db: Db, periodMs: number): Turns {
  const holder = randomBytes(8).toString('hex')
  /** When the tasks that run on each node are due. */
  const due = new Map<string, number>()
  const leaseOf = ({ name }: Task, until: number) => ({ name: leaseOfTask(name), holder, until })

  return {
    acquire: async (task, now) => {
      const until = now + periodMs
      if (!task.onEachNode) return await acquireLease(db, leaseOf(task, until), now)
      const at = due.get(task.name) ?? now
      // A time further ahead than a period was set by a clock that was ahead.
      if (at > now && at <= until) return false
      due.set(task.name, until)
      return true
    },
    endAt: async (task, until) => {
      if (task.onEachNode) due.set(task.name, until)
      else await extendLease(db, leaseOf(task, until))
    },
  }
}
