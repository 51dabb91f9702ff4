/** The bill of materials: every package whose code is in the release, and Node. CycloneDX 1.6, without time and number. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { NodeProgram } from './node-program.ts'

export interface Ingredient {
  readonly name: string
  readonly version: string
  /** An SPDX expression. */
  readonly license: string
}

const rule = `\n${'-'.repeat(80)}\n`

/** The packages whose licenses a build has collected, in its files of licenses. */
export async function ingredientsOf(folder: string): Promise<Ingredient[]> {
  const texts = await Promise.all(
    ['LICENSES-of-packages', 'web/licenses.txt'].map((name) => readFile(join(folder, name), 'utf8')),
  )
  const packages = texts
    .flatMap((text) => text.split(rule))
    .map((text) => /^(@?[\w./-]+) (\d+\.\d+\.\d+\S*), (.+)/.exec(text.trim()))
    .flatMap((match) =>
      match ? [{ name: match[1] ?? '', version: match[2] ?? '', license: match[3] ?? '' }] : [],
    )
  const byName = new Map(packages.map((one) => [`${one.name}@${one.version}`, one]))
  return [...byName].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, one]) => one)
}

const library = ({ name, version, license }: Ingredient) => ({
  type: 'library',
  'bom-ref': `${name}@${version}`,
  name,
  version,
  purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  licenses: [/ /.test(license) ? { expression: license } : { license: { id: license } }],
})

export function billOfMaterials(
  version: string,
  ingredients: readonly Ingredient[],
  nodes: readonly (readonly [architecture: string, program: NodeProgram])[],
): string {
  const programs = nodes.map(([architecture, { version: node, originalSha256 }]) => ({
    type: 'application',
    'bom-ref': `node-linux-${architecture}@${node}`,
    name: 'node',
    version: node,
    purl: `pkg:generic/node@${node}?arch=${architecture}`,
    hashes: [{ alg: 'SHA-256', content: originalSha256 }],
    description: 'bin/node of nodejs.org, shipped without its symbols; the hash is of the original',
  }))
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        name: 'envhold-server',
        version,
        licenses: [{ license: { id: 'Apache-2.0' } }],
      },
    },
    components: [...programs, ...ingredients.map(library)],
  }
  return `${JSON.stringify(bill, null, 2)}\n`
}
