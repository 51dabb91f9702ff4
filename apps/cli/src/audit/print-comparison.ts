import { pointText } from '@envhold/integrity/chain-point.ts'
import type { Output } from '../output/output.ts'
import type { LogReport } from './log-report.ts'

/** Prints what a file that is valid by itself was compared with, and whether that is enough. */
export function printComparison(output: Output, { verdict, server }: LogReport): void {
  output.say(`${output.err.green('Valid:')} every entry has the link that the file says.`)
  const matched = verdict.chains.flatMap((chain) => chain.matched)
  for (const point of matched) output.say(`It passes through the noted ${pointText(point)}.`)
  for (const point of verdict.chains.flatMap(({ tooOld }) => tooOld))
    output.say(
      `Entries as old as the noted ${pointText(point)} are trimmed: there is nothing left to compare.`,
    )
  for (const { chain, result } of server?.chains ?? []) {
    const where = `${chain} on ${server?.server}`
    if (result === 'same') output.say(`It ends like ${where}.`)
    if (result === 'continued') output.say(`It ends where ${where} has gone on.`)
    if (result === 'too old')
      output.say(`Its end is trimmed from ${where}: there is nothing left to compare.`)
    if (result === 'differs') output.warn(differs(where))
  }
  if (server?.why) output.say(`Not compared with the server: ${server.why}`)
  const isCompared = matched.length > 0 || server?.chains.some(({ result }) => result !== 'too old')
  if (!isCompared)
    output.warn(
      'nothing was compared. Whoever changes a file can compute matching links: log in, or pass --head with a head that you noted.',
    )
}

const differs = (where: string) =>
  `it differs from ${where}. One of the two was changed, or the file is from another server: pass --server or --offline.`
