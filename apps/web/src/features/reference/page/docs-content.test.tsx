import { everyEndpoint } from '@envhold/contract/every-endpoint.ts'
import { documentedOrigin } from '@envhold/contract/pages/public-pages.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { readManual } from '../../../../manual/read-manual.ts'
import { DocsContent } from './docs-content.tsx'

const html = renderToStaticMarkup(<DocsContent sections={readManual()} />)

it('is made without a browser, with every section, heading and call', () => {
  for (const id of ['overview', 'cli', 'api', 'team', 'security', 'integrations', 'troubleshooting'])
    expect(html).toContain(`<section id="${id}"`)
  for (const { name } of everyEndpoint) expect(html).toContain(`<details id="api-${name}"`)
})

it('has the placeholder for the address of the instance in its commands', () => {
  expect(html).toContain(`npm install --global ${documentedOrigin}/cli/envhold.tgz`)
})

it('hides what does nothing without a script', () => {
  for (const [button] of html.matchAll(/<button[^>]*>/g)) expect(button).toContain('hidden=""')
  // Their style hides them until they are ready.
  expect(html).not.toContain('data-ready')
})

it('uses plain links only', () => {
  expect(html.match(/<a /g)?.length).toBeGreaterThan(100)
  expect(html).not.toContain('href=""')
})
