// Writes docs/security/dependencies.md: the packages that the server's bundle contains. With --check it only compares, or
// with `--check FILE` another page.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Metafile } from 'esbuild'
import { bundleServer } from '../../apps/server/bundle.ts'
import { root } from '../setup/root.mjs'

/** Why each package is there that the server imports itself. */
const reasons: Readonly<Record<string, string>> = {
  '@opentelemetry/api': 'traces',
  '@opentelemetry/core': 'traces',
  '@opentelemetry/exporter-trace-otlp-http': 'traces',
  '@opentelemetry/resources': 'traces',
  '@opentelemetry/sdk-trace-base': 'traces',
  '@polar-sh/sdk': 'payments by Polar',
  '@simplewebauthn/server': 'passkeys',
  '@zxcvbn-ts/language-common': 'frequent passwords, which are rejected',
  dodopayments: 'payments by Dodo Payments',
  'find-my-way': 'routes',
  kysely: 'SQL with types',
  'lru-cache': 'caches with a limit',
  'markdown-it': 'texts of public pages',
  nodemailer: 'e-mail',
  'age-encryption': 'encrypting backups that leave the machine',
  aws4fetch: 'signing requests to S3',
  'openid-client': 'sign-in at an identity provider',
  pg: 'PostgreSQL',
  'prom-client': 'metrics',
  react: 'public pages and e-mails, rendered on the server',
  'react-dom': 'public pages and e-mails, rendered on the server',
  stripe: 'payments by Stripe',
  zod: 'checks of all input and output',
}

const { values, positionals } = parseArgs({ options: { check: { type: 'boolean' } }, allowPositionals: true })
const path = positionals[0] ?? join(root, 'docs/security/dependencies.md')
const packageOf = (file: string) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)

interface Package {
  readonly folder: string
  /** In the bundle. */
  bytes: number
  /** Whether a start loads some of it. */
  isLoadedAtStart: boolean
  /** The packages whose code imports it. */
  readonly importers: Set<string>
}

/** The packages of a bundle, by name. */
function packagesOf({ inputs, outputs }: Metafile): Map<string, Package> {
  const packages = new Map<string, Package>()
  const atStart = loadedAtStart(outputs)
  for (const [output, { inputs: parts }] of Object.entries(outputs))
    for (const [file, { bytesInOutput }] of Object.entries(parts)) {
      const [folder = '', name = ''] = packageOf(file) ?? []
      if (name === '' || bytesInOutput === 0) continue
      const known = packages.get(name) ?? { folder, bytes: 0, isLoadedAtStart: false, importers: new Set() }
      known.bytes += bytesInOutput
      known.isLoadedAtStart ||= atStart.has(output)
      packages.set(name, known)
    }
  for (const [file, { imports }] of Object.entries(inputs))
    for (const { path: imported } of imports) {
      const [, importer] = packageOf(file) ?? []
      const [, name = ''] = packageOf(imported) ?? []
      if (importer !== undefined && importer !== name) packages.get(name)?.importers.add(importer)
    }
  return packages
}

/** The files that a server imports before it listens, and these in turn: not what is imported when it is used. */
function loadedAtStart(outputs: Metafile['outputs']): Set<string> {
  const starts = Object.keys(outputs).filter((name) =>
    Object.keys(outputs[name]?.inputs ?? {}).includes('apps/server/src/instance/start.ts'),
  )
  if (starts.length !== 1) throw new Error('instance/start.ts is not in one file of the bundle')
  const loaded = new Set(starts)
  for (const name of loaded)
    for (const { path: imported, kind } of outputs[name]?.imports ?? [])
      if (kind === 'import-statement' && outputs[imported]) loaded.add(imported)
  return loaded
}

function textOf(packages: ReadonlyMap<string, Package>): string {
  const rows = [...packages]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, { folder, bytes, isLoadedAtStart, importers }]) => {
      const { version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
      const by = [...importers].filter((importer) => packages.has(importer)).sort()
      const why = reasons[name] ?? `of ${by.join(', ')}`
      const size = Math.ceil(bytes / 1_024)
      return `| ${name} | ${version} | ${license} | ${size} | ${isLoadedAtStart ? 'start' : 'use'} | ${why} |`
    })
  return `# Dependencies

The server is one bundle without \`node_modules\`. This is every package whose code is in it: ${packages.size}. The bill of
materials of a release ([releasing](../releasing.md)) also has those of the web app, and Node; the licenses are beside the
files. \`node dev/release/write-dependencies.ts\` writes this page, and \`npm run check\` compares it with the bundle.

*Loaded* says whether each start reads some of it, or only what uses it.

| Package | Version | License | KiB | Loaded at | Why |
|---|---|---|---|---|---|
${rows.join('\n')}
`
}

const text = textOf(packagesOf(await bundleServer(join(root, 'build/unwritten'), { write: false })))
if (!values.check) writeFileSync(path, text)
else if (readFileSync(path, 'utf8') !== text) {
  console.error('docs/security/dependencies.md: run node dev/release/write-dependencies.ts')
  process.exit(1)
}
