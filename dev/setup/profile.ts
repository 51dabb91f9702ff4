// `npm test -- --profile`: where the time of a run went.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Measured } from '../world/measured.ts'
import { root } from './root.mjs'
import { sampleProcesses } from './sample-processes.ts'

const maxListed = 20

/** Milliseconds that all processors of this machine have worked since it started. */
const busyMs = (): number =>
  cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)

/** Starts to measure this run: every process of it finds the folder in its environment. */
export function startProfile(): { readonly print: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'envhold-profile-'))
  process.env.ENVHOLD_PROFILE = folder
  const processes = sampleProcesses()
  const begun = performance.now()
  const busyBefore = busyMs()
  return {
    print: () => {
      const wallMs = performance.now() - begun
      const cores = (busyMs() - busyBefore) / wallMs
      const lines = readdirSync(folder).flatMap((name) =>
        readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'),
      )
      rmSync(folder, { recursive: true })
      const all = lines.map((line) => JSON.parse(line) as Measured)
      console.log(
        `\n── profile: ${seconds(wallMs)} s, ${cores.toFixed(2)} of ${cpus().length} processors busy`,
      )
      printTable(
        'processor time by kind of process',
        ['kind', 'processes', 'processor s'],
        [
          ...processes
            .stop()
            .slice(0, maxListed)
            .map((sample) => [sample.kind, String(sample.processes), sample.seconds.toFixed(1)]),
        ],
      )
      const files = all
        .filter(({ kind }) => kind === 'file')
        .sort((left, right) => right.wallMs - left.wallMs)
      printTable('slowest files', ['file', 's', 'processor s'], files.slice(0, maxListed).map(row))
      const folders = files.map((file) => ({ ...file, name: folderOf(file.name) }))
      printTable(
        'files by folder',
        ['folder', 'files', 's', 'processor s'],
        sums(folders).slice(0, maxListed),
      )
      const setUps = sums(all.filter(({ kind }) => kind === 'set-up'))
      printTable('set-ups', ['made', 'times', 's', 'processor s'], setUps.slice(0, maxListed))
    },
  }
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1)

const row = ({ name, wallMs, processorMs }: Measured): string[] => [
  name.replace(`${root}/`, ''),
  seconds(wallMs),
  seconds(processorMs),
]

/** A package, an app, or a part of the server. */
function folderOf(path: string): string {
  const names = path.replace(`${root}/`, '').split('/').slice(0, -1)
  return names.slice(0, names[1] === 'server' ? 5 : 2).join('/')
}

function sums(all: readonly Measured[]): string[][] {
  const byName = Map.groupBy(all, ({ name }) => name)
  return [...byName]
    .map(([name, some]) => ({
      name,
      times: some.length,
      wallMs: some.reduce((sum, { wallMs }) => sum + wallMs, 0),
      processorMs: some.reduce((sum, { processorMs }) => sum + processorMs, 0),
    }))
    .sort((left, right) => right.wallMs - left.wallMs)
    .map(({ name, times, wallMs, processorMs }) => [
      name,
      String(times),
      seconds(wallMs),
      seconds(processorMs),
    ])
}

function printTable(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  if (rows.length === 0) return
  const all = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...all.map((cells) => cells[column]?.length ?? 0)))
  console.log(`\n   ${title}\n`)
  for (const cells of all)
    console.log(
      `   ${cells.map((cell, n) => (n === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[n] ?? 0))).join('  ')}`,
    )
}
