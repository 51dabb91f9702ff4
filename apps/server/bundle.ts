/** How the server is bundled with all its packages into JavaScript files that need only Node. */
import { readFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { build, type Metafile, type Plugin } from 'esbuild'

const source = join(import.meta.dirname, 'src')

const entries = [
  'main.ts',
  'backups/backup-process.ts',
  'db/sqlite/check-file-thread.ts',
  'verify/verify-log-thread.ts',
]

/** CommonJS packages, such as pg, require Node's modules. */
const requireForPackages =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);"

/** A chunk of a CommonJS package has a default export alone, so those that are imported late get their names. */
const lateCommonJs: Plugin = {
  name: 'late-common-js',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^[^.]/ }, async ({ kind, path, importer, resolveDir }) => {
      if (kind !== 'dynamic-import' || !importer.startsWith(source)) return undefined
      const { 'module.exports': isCommonJs, ...named } = await import(path)
      if (isCommonJs === undefined) return undefined
      return { path, namespace: 'late', pluginData: { names: Object.keys(named), resolveDir } }
    })
    onLoad({ filter: /^/, namespace: 'late' }, ({ path, pluginData: { names, resolveDir } }) => ({
      contents: `export { ${names.join(', ')} } from ${JSON.stringify(path)}`,
      resolveDir,
    }))
  },
}

/** Threads and processes of their own are files beside `main.js`. */
const filesBeside: Plugin = {
  name: 'files-beside',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]apps[\\/]server[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
      const contents = await readFile(path, 'utf8')
      return {
        loader: 'ts',
        contents: contents.replace(
          /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g,
          "new URL('./$1.js', import.meta.url)",
        ),
      }
    })
  },
}

/**
 * The parts of @simplewebauthn/server that judge certificates of authenticators: we never ask for one, and they bring
 * 13 packages. One that came anyway is rejected.
 */
const certificates = [
  'registration/verifications/(verifyAttestation(AndroidKey|Apple)|tpm/verifyAttestationTPM)',
  'helpers/(convertX509PublicKeyToCOSE|getCertificateInfo|validateCertificatePath|isCertRevoked)',
  'helpers/(validateExtFIDOGenCEAAGUID|mapX509SignatureAlgToCOSEAlg)',
]

const withoutCertificates: Plugin = {
  name: 'without-certificates',
  setup({ onLoad }) {
    const filter = new RegExp(`simplewebauthn/server/esm/(${certificates.join('|')})\\.js$`)
    onLoad({ filter }, async ({ path }) => {
      const exported = (await readFile(path, 'utf8')).matchAll(/^export (?:async )?function (\w+)/gm)
      const functions = Array.from(exported, ([, name]) => {
        return `export function ${name}() { throw new Error('Certificates of authenticators are not supported') }`
      })
      return { contents: functions.join('\n') }
    })
  },
}

/** Passkeys sign in ASN.1, of which two numbers are all that is read: code of ours instead of eight packages. */
const ownSignatures: Plugin = {
  name: 'own-signatures',
  setup({ onResolve }) {
    const path = join(import.meta.dirname, 'unwrap-ec2-signature.ts')
    onResolve({ filter: /[\\/]unwrapEC2Signature\.js$/ }, () => ({ path }))
  },
}

/**
 * Packages behind features that nothing here uses: sockets of Cloudflare, summaries among the metrics, and an SDK's own
 * check of webhooks.
 */
const withoutUnused: Plugin = {
  name: 'without-unused',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(pg-cloudflare|standardwebhooks|tdigest)$/ }, ({ path }) => ({
      path,
      namespace: 'unused',
    }))
    onLoad({ filter: /^/, namespace: 'unused' }, () => ({ contents: 'module.exports = {}' }))
  },
}

/** Of OpenTelemetry's ES modules only what is used is taken; its CommonJS ones would be whole. */
const telemetryModules: Plugin = {
  name: 'telemetry-modules',
  setup({ onResolve }) {
    onResolve({ filter: /^@opentelemetry\/[\w-]+$/ }, async ({ path, importer }) => {
      const manifest = findPackageJSON(path, importer)
      if (!manifest) return undefined
      const { module } = JSON.parse(await readFile(manifest, 'utf8'))
      // Without one, its exports name the module.
      return module && { path: join(dirname(manifest), module), sideEffects: false }
    })
  },
}

interface BundleOptions {
  /** Of a release; the build of a checkout has none. */
  readonly commit?: string
  readonly write?: boolean
  /** Asked before ours. */
  readonly plugins?: readonly Plugin[]
}

/** Writes the bundle into a folder, or only says what would be in it. */
export async function bundleServer(
  outdir: string,
  { commit = '', write = true, plugins = [] }: BundleOptions = {},
): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: entries.map((entry) => ({ in: join(source, entry), out: basename(entry, '.ts') })),
    outdir,
    write,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    chunkNames: 'chunk-[hash]',
    define: {
      'process.env.NODE_ENV': '"production"',
      isReleased: 'true',
      builtFrom: JSON.stringify(commit),
    },
    banner: { js: requireForPackages },
    sourcemap: true,
    sourcesContent: false,
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    plugins: [
      ...plugins,
      lateCommonJs,
      filesBeside,
      withoutCertificates,
      ownSignatures,
      withoutUnused,
      telemetryModules,
    ],
  })
  return metafile
}
