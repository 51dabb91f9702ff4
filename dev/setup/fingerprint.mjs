import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

const passedOver = new Set(['node_modules', 'dist', 'vectors'])

/** One hash over the names and contents of all files in `inputs`, without tests. */
export function fingerprint(inputs, base = root) {
  const hash = createHash('sha256')
  const add = (path) => {
    const full = join(base, path)
    if (!statSync(full).isDirectory()) {
      const content = readFileSync(full)
      hash.update(`${path}\0${content.length}\0`).update(content)
      return
    }
    for (const name of readdirSync(full).sort()) {
      if (!passedOver.has(name) && !/\.test\.tsx?$/.test(name)) add(`${path}/${name}`)
    }
  }
  for (const input of inputs) add(input)
  return hash.digest('hex')
}
