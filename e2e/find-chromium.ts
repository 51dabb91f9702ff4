import { existsSync } from 'node:fs'
import { unpackChromium } from './packaged-chromium.ts'

export interface Browser {
  readonly executablePath: string
  readonly args: string[]
  readonly env?: Record<string, string>
}

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** Root has no sandbox to be in, and containers often have no /dev/shm worth the name. */
const inContainers = ['--disable-dev-shm-usage', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]

const hasPackage = process.platform === 'linux' && process.arch === 'x64'

/**
 * The browser named by `CHROMIUM`, else the one from the package registry: it is the same on every machine, and being a
 * headless shell it takes half of the processor time. Where there is none, one that the system has.
 */
export async function findChromium(): Promise<Browser> {
  const named = [process.env.CHROMIUM, ...(hasPackage ? [] : installed)]
  const chromium = named.find((path) => path && existsSync(path))
  return chromium ? { executablePath: chromium, args: inContainers } : findPackagedChromium()
}

export async function findPackagedChromium(): Promise<Browser> {
  const { executablePath, env } = await unpackChromium()
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  // The package has no setuid sandbox, and not every system lets an ordinary user make namespaces.
  const args = [...inContainers, '--no-sandbox']
  return { executablePath, args, env: { ...Object.fromEntries(inherited), ...env } }
}
