import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const packageFolder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/

async function licenseOf(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry))
  const text = file === undefined ? '' : `\n\n${await readFile(join(folder, file), 'utf8')}`
  return `${name} ${version}, ${license}${text}`.trimEnd()
}

/**
 * The licenses of the packages that are copied into a bundle, which must go with it.
 * @param inputs the bundle's source files, by path
 */
export async function licenseTexts(inputs: readonly string[]): Promise<string> {
  const folders = new Set(inputs.flatMap((path) => packageFolder.exec(path)?.[0] ?? []))
  const texts = await Promise.all([...folders].sort().map(licenseOf))
  return `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}
