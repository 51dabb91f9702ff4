import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { StartedServer } from '../world/start-server.ts'
import { waitUntil } from './wait-until.ts'

/** Arguments of Node for a server whose clock is set. Its settings have the file `SET_CLOCK`. */
export const clockArgs = ['--import', fileURLToPath(new URL('set-clock.ts', import.meta.url))]

/** Sets the wall clock of such a server, in milliseconds ahead of this machine's. */
export async function setClock(server: StartedServer, ms: number): Promise<void> {
  await writeFile(server.settings.SET_CLOCK ?? '', String(ms))
  const before = server.output().length
  process.kill(server.pid, 'SIGUSR2')
  await waitUntil('the clock is set', () => server.output().slice(before).includes('The clock is at'))
}
