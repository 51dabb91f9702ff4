import { transact } from '../../audit-log/tx.ts'
import type { Counts, JobKind, KindDeps, Preview } from './job-kind.ts'

const split = (item: string): readonly [stage: number, rest: string] => {
  const at = item.indexOf('/')
  return [Number(item.slice(0, at)), item.slice(at + 1)]
}

/** Several kinds of work as one job, one after the other. An item's name begins with the number of its stage. */
export function inOrder(stages: readonly JobKind[]): JobKind {
  const stageOf = (item: string): readonly [JobKind | undefined, string] => {
    const [stage, rest] = split(item)
    return [stages[stage], rest]
  }
  return {
    needsClock: stages.some(({ needsClock }) => needsClock),
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
      return stage?.accountOf(rest)
    },
  }
}

function join(left: Preview, right: Preview): Preview {
  const counts: Counts = { ...left.counts }
  for (const [name, count] of Object.entries(right.counts) as [keyof Counts, number][])
    counts[name] = (counts[name] ?? 0) + count
  return {
    counts,
    names: [...new Set([...left.names, ...right.names])],
    total: left.total + right.total,
  }
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
    accountOf: () => undefined,
  }
}
