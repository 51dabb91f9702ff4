import { existsSync } from 'node:fs'

export interface Browser {
  readonly executablePath: string
  readonly args: string[]
}

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** Root has no sandbox to be in, and containers often have no /dev/shm worth the name. */
const inContainers = ['--disable-dev-shm-usage', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]

/** The browser named by `CHROMIUM`, else one that the system has, else the one from the package registry. */
export async function findChromium(): Promise<Browser> {
  const found = [process.env.CHROMIUM, ...installed].find((path) => path && existsSync(path))
  if (found) return { executablePath: found, args: inContainers }
  const { default: packaged } = await import('@sparticuz/chromium')
  return { executablePath: await packaged.executablePath(), args: packaged.args }
}
