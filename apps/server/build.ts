/**
 * Bundles the server into `server` of the release folder `build/envhold-server`: `main.js`, and what runs in a thread or
 * a process of its own. What they share is in chunks beside them. The documents for operators
 * are in `docs`. The builds of the web app and of the command line add `web` and `cli`.
 */
import { chmod, copyFile, cp, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { licenseTexts } from '../../dev/setup/license-texts.ts'
import { bundleServer } from './bundle.ts'
import manifest from './package.json' with { type: 'json' }

const here = (path: string) => join(import.meta.dirname, path)
const release = here('../../build/envhold-server')
const out = join(release, 'server')

const [commit = ''] = process.argv.slice(2)

await rm(out, { recursive: true, force: true })
const metafile = await bundleServer(out, { commit })
await cp(here('src/pages/texts'), join(out, 'texts'), { recursive: true })
const documents = join(release, 'docs')
await rm(documents, { recursive: true, force: true })
await cp(here('../../docs'), documents, {
  recursive: true,
  filter: (path) => !['decisions', 'manual', 'screenshot.png'].includes(basename(path)),
})

/** Node reads from it that `server/*.js` are modules. */
const about = {
  name: 'envhold-server',
  version: manifest.version,
  type: 'module',
  license: manifest.license,
  bin: { 'envhold-server': 'envhold-server' },
  engines: { node: '>=24.7' },
}
await writeFile(join(release, 'package.json'), `${JSON.stringify(about, null, 2)}\n`)
await copyFile(here('../../LICENSE'), join(release, 'LICENSE'))
await writeFile(join(release, 'LICENSES-of-packages'), await licenseTexts(Object.keys(metafile.inputs)))
await copyFile(here('envhold-server.sh'), join(release, 'envhold-server'))
await chmod(join(release, 'envhold-server'), 0o755)
