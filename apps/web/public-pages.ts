import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  documentedOrigin,
  type PublicPage,
  publicPages as pages,
} from '@envhold/contract/pages/public-pages.ts'
import { build, type Plugin, type Rolldown, runnerImport, type UserConfig } from 'vite'
import { loadManual } from './manual/manual-index.ts'
import type { Section } from './manual/section.ts'
import type * as Prerender from './src/prerender.tsx'
import { zodFirst } from './zod-first.ts'

const template = fileURLToPath(new URL('public.html', import.meta.url))
const prerenderFile = fileURLToPath(new URL('src/prerender.tsx', import.meta.url))

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** What search engines and link previews read. */
function headOf({ path, title, description, isIndexed }: PublicPage): string {
  const url = `${documentedOrigin}${path === '/login' ? '/' : path}`
  const meta = (attribute: string, name: string, content: string) =>
    `<meta ${attribute}="${name}" content="${escaped(content)}" />`
  const picture = `${documentedOrigin}/preview.png`
  return [
    `<title>${escaped(title)}</title>`,
    meta('name', 'description', description),
    ...(isIndexed ? [] : [meta('name', 'robots', 'noindex')]),
    `<link rel="canonical" href="${url}" />`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', 'Envhold'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', url),
    meta('property', 'og:image', picture),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('property', 'og:image:alt', 'Envhold, a vault for environment variables'),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('name', 'twitter:title', title),
    meta('name', 'twitter:description', description),
    meta('name', 'twitter:image', picture),
  ].join('\n    ')
}

/** The manual is full of code: without its font from the start, lines would break elsewhere when it comes. */
const codeFontOf = (output: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]): readonly string[] =>
  output
    .filter(({ fileName }) => /jetbrains-mono-latin-400-normal-[^/]*\.woff2$/.test(fileName))
    .map(
      ({ fileName }) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${fileName}" />`,
    )

/** The files that a page's island loads, so that the browser fetches them together with the entry. */
function preloadsOf(output: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[], name: string): string {
  const chunks = output.filter((file) => file.type === 'chunk')
  const files = new Set<string>()
  const add = (fileName: string) => {
    if (files.has(fileName)) return
    files.add(fileName)
    for (const next of chunks.find((chunk) => chunk.fileName === fileName)?.imports ?? []) add(next)
  }
  const island = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${name}-island.tsx`)))
  if (island) add(island.fileName)
  const scripts = [...files].map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`)
  return [...(name === 'docs' ? codeFontOf(output) : []), ...scripts].join('\n    ')
}

type Render = (page: PublicPage, html: string, preloads?: string) => string

const rendererOf =
  ({ prerender }: typeof Prerender, manual: readonly Section[]): Render =>
  (page, html, preloads = '') =>
    html
      .replace('<!--head-->', () => `${headOf(page)}\n    ${preloads}`)
      .replace('<!--body-->', () => prerender(page, manual))

/**
 * The public pages are pages of their own: HTML that is rendered here, with slots for what depends on the instance.
 * They are built after the app, by themselves, and share no file with it.
 */
export function publicPages(config: () => UserConfig): Plugin {
  return {
    name: 'public-pages',
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const page = pages.find(({ path }) => path === request.url?.split('?', 1)[0])
        if (!page) return next()
        try {
          const html = await server.transformIndexHtml(page.path, await readFile(template, 'utf8'))
          const module = (await server.ssrLoadModule(prerenderFile)) as typeof Prerender
          const render = rendererOf(module, await loadManual())
          response.setHeader('content-type', 'text/html; charset=utf-8').end(render(page, html))
        } catch (error) {
          next(error)
        }
      })
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir = '' }) {
        const { build: options, ...rest } = config()
        const shared = { ...rest, configFile: false, logLevel: 'warn', publicDir: false } as const
        const result = await build({
          ...shared,
          build: { ...options, emptyOutDir: false, rolldownOptions: { input: template, output: zodFirst } },
        })
        if (!('output' in result)) throw new Error('The public pages were built in an unknown way')
        const { module } = await runnerImport<typeof Prerender>(prerenderFile, shared)
        const render = rendererOf(module, await loadManual())
        const html = await readFile(join(dir, 'public.html'), 'utf8')
        await mkdir(join(dir, 'pages'), { recursive: true })
        for (const page of pages)
          await writeFile(
            join(dir, 'pages', `${page.name}.html`),
            render(page, html, preloadsOf(result.output, page.name)),
          )
        for (const ending of ['', '.br', '.gz']) await rm(join(dir, `public.html${ending}`))
      },
    },
  }
}
