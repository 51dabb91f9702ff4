import { spawn } from 'node:child_process'
import type { Settings } from '../config/settings.ts'
import { inheritedEnvironment } from '../config/settings.ts'

/** The program that opens a URL, without a shell that would interpret it. */
const openers: Partial<Record<NodeJS.Platform, readonly [program: string, ...words: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/**
 * Opens a page in the user's browser, if this machine has a screen. Fails quietly: the URL is printed, too.
 * @returns whether it was tried
 */
export function openBrowser({ hasScreen }: Pick<Settings, 'hasScreen'>, url: URL): boolean {
  if (!hasScreen || !['http:', 'https:'].includes(url.protocol)) return false
  const [program, ...words] = openers[process.platform] ?? ['xdg-open']
  try {
    const child = spawn(program, [...words, url.href], {
      stdio: 'ignore',
      detached: true,
      env: inheritedEnvironment(false),
    })
    child.once('error', () => {})
    child.unref()
    return true
  } catch {
    return false
  }
}
