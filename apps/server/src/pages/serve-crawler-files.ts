import { publicPages } from '@envhold/contract/public-pages.ts'
import type { FastifyInstance } from 'fastify'

const anHour = 'public, max-age=3600'

/** What search engines read first: which addresses to leave out, and which pages there are. */
export function serveCrawlerFiles(server: FastifyInstance, publicUrl: string): void {
  const robots = `User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${publicUrl}/sitemap.xml\n`
  const urls = publicPages
    .filter(({ isIndexed }) => isIndexed)
    .map(({ path }) => `  <url><loc>${publicUrl}${path}</loc></url>`)
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>\n',
  ].join('\n')
  const files = [
    { url: '/robots.txt', type: 'text/plain; charset=utf-8', text: robots },
    { url: '/sitemap.xml', type: 'application/xml; charset=utf-8', text: sitemap },
  ]
  for (const { url, type, text } of files)
    server.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (_request, reply) => reply.type(type).header('cache-control', anHour).send(text),
    })
}
