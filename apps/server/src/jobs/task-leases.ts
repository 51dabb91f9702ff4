import { randomBytes } from 'node:crypto'
import type { Context, DbContext } from '../context.ts'
import { acquireLease, extendLease } from './lease-store.ts'

/** Another node runs the task: this one's lease ended while it was busy. */
export class LeaseLostError extends Error {
  constructor() {
    super('Another node runs the task')
  }
}

/** Decides which of several nodes runs a task. Times are in milliseconds from now. */
export interface TaskLeases {
  /** @returns false while another holder has the lease */
  acquire(name: string, ms: number): Promise<boolean>
  /** Changes when a lease ends. Inside a transaction this locks it until the commit. @returns false if it was lost */
  endIn(name: string, ms: number, db?: Context['db']): Promise<boolean>
}

export function createTaskLeases({ db, clock }: DbContext<'clock'>): TaskLeases {
  const holder = randomBytes(8).toString('hex')
  return {
    acquire: (name, ms) => acquireLease(db, { name, holder, until: clock() + ms }, clock()),
    endIn: (name, ms, on = db) => extendLease(on, { name, holder, until: clock() + ms }),
  }
}
