import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Flood, FloodFigure } from './flood-load.ts'

const loadScript = fileURLToPath(new URL('flood-load.ts', import.meta.url))

/** Runs a flood in a process of its own, to its end. Bodies can be longer than an argument may be. */
export async function startFlood(flood: Flood): Promise<FloodFigure> {
  const load = spawn(process.execPath, [loadScript], { stdio: ['pipe', 'pipe', 'inherit'] })
  load.stdin.end(JSON.stringify(flood))
  return JSON.parse(await text(load.stdout))
}
