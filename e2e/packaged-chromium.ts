// The Chromium of @sparticuz/chromium is made for AWS Lambda. The package also holds the libraries and fonts that
// Lambda lacks, and a bare Debian lacks the same ones. Its own unpacking adds them on Lambda only.

import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createBrotliDecompress } from 'node:zlib'
import { root } from '../dev/setup/root.mjs'

const run = promisify(execFile)

export interface PackagedChromium {
  readonly executablePath: string
  /** What the browser needs in its environment to find its libraries and fonts. */
  readonly env: Record<string, string>
}

/** Unpacks the packaged Chromium with its libraries and fonts, once for each version. */
export async function unpackChromium(): Promise<PackagedChromium> {
  const manifest = findPackageJSON('@sparticuz/chromium', import.meta.url)
  if (!manifest) throw new Error('@sparticuz/chromium is not installed')
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string }
  const cache = join(root, 'node_modules', '.cache', 'envhold')
  const folder = join(cache, `chromium-${version}`)
  if (!existsSync(folder)) {
    await mkdir(cache, { recursive: true })
    await unpackTo(folder, join(dirname(manifest), 'bin'))
  }
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: join(folder, 'lib'),
      FONTCONFIG_FILE: join(folder, 'fontconfig.xml'),
      XDG_CACHE_HOME: folder,
    },
  }
}

/** Fills a folder beside the target and renames it, so that another process never finds half of it. */
async function unpackTo(folder: string, packed: string): Promise<void> {
  const scratch = await mkdtemp(`${folder}-`)
  const decompress = (name: string, target: string) =>
    pipeline(
      createReadStream(join(packed, name)),
      createBrotliDecompress(),
      createWriteStream(join(scratch, target), { mode: 0o755 }),
    )
  const untar = async (name: string) => {
    await decompress(`${name}.br`, name)
    await run('tar', ['-x', '-o', '-f', join(scratch, name), '-C', scratch])
    await rm(join(scratch, name))
  }
  try {
    await Promise.all([
      decompress('chromium.br', 'chromium'),
      untar('al2023.tar'),
      untar('fonts.tar'),
      writeFile(join(scratch, 'fontconfig.xml'), fontConfiguration),
    ])
    await rename(scratch, folder)
  } catch (error) {
    await rm(scratch, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

/** The package's own configuration names folders of Lambda. Paths relative to the file outlive a moved checkout. */
const fontConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">font-cache</cachedir></fontconfig>
`
