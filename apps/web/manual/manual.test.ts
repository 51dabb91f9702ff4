import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { installCommand, runOnceCommand } from '@envhold/contract/pages/cli-download.ts'
import { documentedOrigin } from '@envhold/contract/pages/public-pages.ts'
import { dialects } from '@envhold/formats/dialect.ts'
import { describe, expect, it } from 'vitest'
import { lists } from './lists.ts'
import { readManual } from './read-manual.ts'

const sections = readManual()
const topics = sections.flatMap((section) => section.topics)
const textOf = (id: string) =>
  topics
    .find((topic) => topic.id === id)
    ?.parts.map(({ text }) => text)
    .join(' ')
const html = sections.map((section) => section.html).join('')
const code = topics.flatMap(({ samples }) => samples.map((sample) => sample.code)).join('\n')

describe('the manual', () => {
  it('has its sections in the specified order, with their anchors', () => {
    expect(sections.map(({ id, title }) => `#${id} ${title}`)).toEqual([
      '#overview Overview',
      '#cli CLI Integration',
      '#api API Reference',
      '#team Team Management',
      '#security Security',
      '#integrations Integrations',
      '#troubleshooting Troubleshooting',
    ])
  })

  it('links to anchors of its own page, to paths of the instance and to https', () => {
    const hrefs = Array.from(html.matchAll(/<a href="([^"]*)">/g), ([, href = '']) => href)
    expect(hrefs.length).toBeGreaterThan(15)
    for (const href of hrefs) expect(href).toMatch(/^(#[\w-]+$|https:\/\/|\/api\/|\/docs\/)/)
    const documents = hrefs.filter((href) => href.startsWith('/docs/'))
    expect(documents.length).toBeGreaterThan(15)
    for (const href of documents) {
      const [path = ''] = href.split('#')
      expect(existsSync(new URL(`../../..${path}`, import.meta.url)), href).toBe(true)
    }
  })

  it('has limits, plans, permissions and commands as the contract and the command line have them', () => {
    expect(textOf('variables')).toContain('A value has up to 64 KiB, an environment 2,000 variables')
    expect(textOf('plans')).toContain('Storage of all your projects 50 MB 1 GB')
    expect(textOf('api-keys')).toContain('variables.api_inject Fetch a whole environment')
    expect(textOf('cli-commands')).toContain('pass envhold | envhold login')
  })

  it('has instructions with each list', async () => {
    const text = await readFile(new URL('../../../docs/manual/README.md', import.meta.url), 'utf8')
    for (const name of [...lists.keys(), 'calls']) expect(text).toContain(`\`{{${name}}}\``)
  })

  it('names every dialect', async () => {
    const text = await readFile(
      new URL('../../../docs/manual/integrations/formats.md', import.meta.url),
      'utf8',
    )
    expect(Array.from(text.matchAll(/^\| `(\w+)` \|/gm), ([, name]) => name)).toEqual(dialects)
  })

  it('installs and runs the command line as the instance serves it', () => {
    const packages = code.match(/\bnpm install --global .*|\bnpx .*/g) ?? []
    expect(packages.length).toBeGreaterThan(4)
    const [install, runOnce] = [installCommand(documentedOrigin), runOnceCommand(documentedOrigin, '')]
    for (const line of packages) expect(line.startsWith(runOnce) ? install : line).toBe(install)
  })

  it('says that only owners create API keys, and that reading means reading values', () => {
    const all = topics.flatMap(({ parts }) => parts.map(({ text }) => text)).join('\n')
    expect(all).toContain('Only the owner of a project creates')
    expect(all).toContain('can reveal, copy and download values')
    expect(all).not.toMatch(/masked (sensitive )?values/)
  })
})
