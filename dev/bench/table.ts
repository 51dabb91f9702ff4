import type { Cost } from './costs.ts'
import type { Comparison } from './measure.ts'

export interface Row {
  readonly name: string
  readonly connections: number
  readonly comparison: Comparison
  readonly goal?: Goal
}

export interface Goal {
  /** Requests per second relative to the raw server, at least. */
  readonly ratio: number
  /** The p99 relative to the raw server, at most. */
  readonly slower: number
}

const print = (line: string) => process.stdout.write(`${line}\n`)
const known = (number: number, text: string) => (Number.isNaN(number) ? '–' : text)
const whole = (number: number) => known(number, Math.round(number).toLocaleString('en'))
const verdict = (isReached: boolean) => (isReached ? 'reached' : 'MISSED')

export function printTitle(placement: string): void {
  print(
    `Node ${process.version}, ${process.platform} ${process.arch}; ${placement}; medians of 5 rounds by turns; CPU in µs a request\n`,
  )
  print(
    '| what | connections | requests/s | p50 ms | p99 ms | raw requests/s | ratio | p99 ÷ raw | server CPU | PostgreSQL CPU | calls/commit | goal |',
  )
  print('|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|')
}

/** What a row says about its goal: only a warning if the raw server's own rounds differ too much. */
export function judgement({ ratio, slower, disturbed }: Comparison, goal: Goal | undefined): string {
  if (disturbed !== null) return `raw is disturbed: its rounds differ by ${Math.round(disturbed * 100)} %`
  if (goal === undefined) return ''
  const fast = `≥ ${goal.ratio} ${verdict(ratio >= goal.ratio)}`
  return `${fast}, p99 ≤ ${goal.slower} × ${verdict(slower <= goal.slower)}`
}

export function printRow({ name, connections, comparison, goal }: Row): void {
  const { figure, raw, ratio, slower, cost } = comparison
  const cells = [
    name,
    connections,
    whole(figure.perSecond),
    figure.p50.toFixed(2),
    figure.p99.toFixed(2),
    whole(raw.perSecond),
    ratio.toFixed(3),
    slower.toFixed(1),
    whole(cost.serverUs),
    whole(cost.databaseUs),
    known(cost.callsPerCommit, cost.callsPerCommit.toFixed(1)),
    judgement(comparison, goal),
  ]
  print(`| ${cells.join(' | ')} |`)
}

export function printCosts(costs: readonly Cost[]): void {
  print('\n| what | figure | goal |\n|---|---:|---|')
  for (const { name, text, goal, isReached } of costs)
    print(`| ${name} | ${text} | ${goal} ${verdict(isReached)} |`)
}
