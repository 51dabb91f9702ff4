import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { build } from 'vite'

/** The first segment of a page's address, and the modules that its route loads. */
export const customerRoutes: Record<string, readonly string[]> = {
  dashboard: ['signed-in-route', 'dashboard-route', 'prefetch'],
  project: ['signed-in-route', 'project-route', 'prefetch'],
  account: ['signed-in-route', 'account-frame', 'prefetch-account-page'],
  activity: ['signed-in-route', 'activity-route'],
  'cli-auth': ['signed-in-route', 'cli-auth-route'],
}

type Bundle = Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>

/** The files that a route loads beside those of the page's own entry. */
function partsOf(bundle: Bundle, names: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const withImports = (file: string, files: Set<string>): Set<string> => {
    if (files.has(file)) return files
    files.add(file)
    for (const next of chunks.find(({ fileName }) => fileName === file)?.imports ?? [])
      withImports(next, files)
    return files
  }
  const first = new Set<string>()
  for (const { fileName } of chunks.filter(({ isEntry }) => isEntry)) withImports(fileName, first)
  const all = new Set<string>()
  for (const name of names) {
    const chunk = chunks.find(({ moduleIds }) =>
      moduleIds.some((id) => new RegExp(`/app/routes/(?:\\w+/)?${name}\\.tsx?$`).test(id)),
    )
    if (!chunk) throw new Error(`No file of the build holds ${name}`)
    withImports(chunk.fileName, all)
  }
  return [...all].filter((file) => !first.has(file)).map((file) => `/${file}`)
}

async function compile(file: string, routeParts: Record<string, readonly string[]>): Promise<string> {
  const entry = fileURLToPath(new URL(file, import.meta.url))
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    define: { routeParts: JSON.stringify(routeParts) },
    build: { write: false, target: 'es2022', lib: { entry, formats: ['iife'], name: 'start' } },
  })
  const [output] = Array.isArray(result) ? result : [result]
  const chunk = output && 'output' in output ? output.output[0] : undefined
  if (!chunk) throw new Error('The start script was not built')
  return chunk.code
}

/**
 * Puts a file such as `src/start.ts` into the page as a small script of its own, before everything else. It knows the
 * hashed files of each route, so it is built when those are.
 */
export function startScript(file: string, routes: Record<string, readonly string[]> = {}): Plugin {
  let src = `/${file}`
  return {
    name: 'start-script',
    generateBundle: {
      order: 'pre',
      async handler(_options, bundle) {
        const parts = Object.entries(routes).map(([page, names]) => [page, partsOf(bundle, names)])
        const source = await compile(file, Object.fromEntries(parts))
        const hash = createHash('sha256').update(source).digest('hex').slice(0, 8)
        const fileName = `assets/start-${hash}.js`
        this.emitFile({ type: 'asset', fileName, source })
        src = `/${fileName}`
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => [
        { tag: 'script', attrs: { src, ...(!bundle && { type: 'module' }) }, injectTo: 'head-prepend' },
      ],
    },
  }
}
