import type { CleanupDetail, DoneCount, PreviewCount } from '@envhold/contract/operator/jobs.ts'
import type { Context } from '../../../context.ts'
import type { Sweep } from '../../../jobs/sweeper.ts'
import { type Actor, type Tx, transact } from '../../audit-log/tx.ts'

export type Counts = Partial<Record<PreviewCount, number>>
export type DoneCounts = Partial<Record<DoneCount, number>>

/** What a job would touch now. */
interface Preview {
  readonly counts: Counts
  /** The first few, for people. */
  readonly names: readonly string[]
  /** How many items the job has. */
  readonly total: number
}

export interface Done {
  readonly counts: DoneCounts
  /** The account that was changed and still exists: it gets one event, and one act with the job's reason. */
  readonly account?: number
  /** Two of the same account become one. */
  readonly detail?: Omit<CleanupDetail, 'error'>
  /** What was found to be wrong, and how much that is if not all of it is listed. */
  readonly problems?: { readonly found: number; readonly listed: readonly Problem[] }
}

export interface Problem {
  /** What it is about. */
  readonly item: string
  readonly message: string
}

/** A job under way, as its work sees it. */
export interface JobRun {
  /** The operator who started it. */
  readonly actor: Actor
  /**
   * Writes to the job's result, in the transaction that does the work.
   * @throws LeaseLostError if the job is no longer this node's: the transaction is rolled back
   */
  note(tx: Tx, done: Done): Promise<void>
  /**
   * Remembers that the item is done, in the transaction that does it. Work that would be done again if this process
   * were killed after that transaction needs it.
   * @throws LeaseLostError as {@link note}
   */
  endItem(tx: Tx): Promise<void>
  /**
   * Says how far a job is that counts its work itself.
   * @throws LeaseLostError if the job was stopped, or this process stops: the item begins again when the job goes on
   */
  reached(processed: number): Promise<void>
}

/** The work of one kind of job. An item is an account or something alike; its name is where the job can go on. */
export interface JobKind {
  /** Deletes what is old, so it needs a clock that is trusted. */
  readonly needsClock?: boolean
  /** Its progress is not the number of its items, but what it says by `reached`. */
  readonly countsItself?: boolean
  preview(): Promise<Preview>
  /** The next items after one, in their order; the first ones after null. */
  next(after: string | null, limit: number): Promise<readonly string[]>
  /** Does one item. What is not due any more is left alone, so doing it again is harmless. */
  process(item: string, run: JobRun): Promise<void>
  /** The account of an item; items of other kinds are no accounts. */
  readonly accountOf?: (item: string) => number | undefined
}

/** What became of a revocation that a restored backup lacked. */
export interface Reapplied {
  /** `told`: only the people whom it is about can repeat it. `missing`: what it is about is not here, or newer. */
  readonly state: 'repeated' | 'told' | 'missing'
  /** The account that was changed. */
  readonly account: number | null
}

/** What jobs need of the slices that can reach the vault. */
export interface JobWork {
  /** Revokes again what a restored backup lacks, unless that was done meanwhile. */
  reapplyRevocation(
    id: string,
    by: { actor: Actor; also: (tx: Tx, done: Reapplied) => Promise<void> },
  ): Promise<void>
  /** The hourly tasks that delete something. */
  readonly sweeps: readonly Pick<Sweep, 'name' | 'run'>[]
}

export interface KindDeps {
  readonly ctx: Context
  readonly work: JobWork
}

const split = (item: string): readonly [stage: number, rest: string] => {
  const index = item.indexOf('/')
  return [Number(item.slice(0, index)), item.slice(index + 1)]
}

/** Several kinds of work as one job, one after the other. An item's name begins with the number of its stage. */
export function inOrder(stages: readonly JobKind[]): JobKind {
  const stageOf = (item: string): readonly [JobKind | undefined, string] => {
    const [stage, rest] = split(item)
    return [stages[stage], rest]
  }
  return {
    needsClock: stages.some(({ needsClock }) => needsClock === true),
    preview: async () => {
      let all: Preview = { counts: {}, names: [], total: 0 }
      for (const stage of stages) all = join(all, await stage.preview())
      return all
    },
    next: async (after, limit) => {
      let [stage, rest]: readonly [number, string | null] = after === null ? [0, null] : split(after)
      for (; stage < stages.length; stage++, rest = null) {
        const items = (await stages[stage]?.next(rest, limit)) ?? []
        if (items.length > 0) return items.map((item) => `${stage}/${item}`)
      }
      return []
    },
    process: async (item, run) => {
      const [stage, rest] = stageOf(item)
      await stage?.process(rest, run)
    },
    accountOf: (item) => {
      const [stage, rest] = stageOf(item)
      return stage?.accountOf?.(rest)
    },
  }
}

function join(left: Preview, right: Preview): Preview {
  const counts: Counts = { ...left.counts }
  for (const [name, count] of Object.entries(right.counts) as [keyof Counts, number][])
    counts[name] = (counts[name] ?? 0) + count
  return { counts, names: [...new Set([...left.names, ...right.names])], total: left.total + right.total }
}

/** Runs hourly tasks now, one after the other. */
export const sweepsKind = ({ ctx, work }: KindDeps, isMeant: (name: string) => boolean): JobKind => {
  const sweeps = work.sweeps.filter(({ name }) => isMeant(name))
  return {
    needsClock: true,
    preview: async () => ({ counts: {}, names: [], total: sweeps.length }),
    next: async (after) => {
      const names = sweeps.map(({ name }) => name)
      return names.slice(after === null ? 0 : names.indexOf(after) + 1)
    },
    process: async (item, run) => {
      const deletedRows = await sweeps.find(({ name }) => name === item)?.run()
      if (deletedRows) await transact(ctx, run.actor, (tx) => run.note(tx, { counts: { deletedRows } }))
    },
  }
}
