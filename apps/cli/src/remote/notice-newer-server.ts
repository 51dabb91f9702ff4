/**
 * Each server serves the command line of its own version. A command line that is older than its server says so once a
 * day, with the command that updates it.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installCommand, versionHeader } from '@envhold/contract/pages/cli-download.ts'
import manifest from '../../package.json' with { type: 'json' }
import type { Settings } from '../config/settings.ts'
import { readJson } from '../files/read-text.ts'

const dayMs = 86_400_000

const parts = (version: string): number[] | null =>
  /^\d{1,6}\.\d{1,6}\.\d{1,6}$/.test(version) ? version.split('.').map(Number) : null

/** Whether `left` is a release before `right`; false for anything that is not a release. */
export function isOlder(left: string, right: string): boolean {
  const [a, b] = [parts(left), parts(right)]
  if (!a || !b) return false
  const at = a.findIndex((part, index) => part !== b[index])
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0)
}

/**
 * Whether this is the first notice of the day; remembers that it is. If the home folder cannot be written, there is
 * no notice.
 */
async function isDue(settings: Settings, now: number): Promise<boolean> {
  const path = join(settings.configFolder, 'newer-server.json')
  try {
    const last = await readJson(path)
    if (typeof last === 'number' && last <= now && now - last < dayMs) return false
    mkdirSync(settings.configFolder, { recursive: true, mode: 0o700 })
    writeFileSync(path, `${now}\n`, { mode: 0o600 })
    return true
  } catch {
    return false
  }
}

/** Passes every call through, and prints on stderr when the response names a newer version. */
export function noticeNewerServer(send: typeof fetch, settings: Settings, server: string): typeof fetch {
  let looked = false
  return async (...request) => {
    const answer = await send(...request)
    const theirs = answer.headers.get(versionHeader)
    if (!looked && theirs !== null && isOlder(manifest.version, theirs)) {
      looked = true
      if (await isDue(settings, Date.now()))
        process.stderr.write(
          `This is envhold ${manifest.version}; the server has ${theirs}. To update: ${installCommand(server)}\n`,
        )
    }
    return answer
  }
}
