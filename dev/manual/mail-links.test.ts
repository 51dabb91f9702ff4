// Each link of an e-mail leads to a page of the web app, and one into the manual to an anchor there.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { templateList } from '../../apps/server/src/mail/every-template.ts'
import { examplesOf } from '../../apps/server/src/mail/mail-template.ts'
import { renderMail } from '../../apps/server/src/mail/render-mail.ts'
import { readManual } from '../../apps/web/manual/read-manual.ts'
import { operatorPaths } from '../../apps/web/src/features/operator/paths.ts'
import { root } from '../setup/root.mjs'

const origin = 'https://vault.example.com'
const router = readFileSync(join(root, 'apps/web/src/app/router.tsx'), 'utf8')
const paths = [
  ...Array.from(router.matchAll(/path: '([^']+)'/g), ([, path = '']) => path).filter(
    (path) => path !== '/admin/$',
  ),
  ...Object.values(operatorPaths).map((path) => path()),
]
const pages = paths.map((path) => new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}$`))
const manual = readManual()
  .map(({ html }) => html)
  .join('')

test.each(templateList.map((template) => [template.name, template] as const))(
  '%s links to pages that exist',
  async (_, template) => {
    const { html } = await renderMail(template, examplesOf(template), origin)
    for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g)) {
      const { pathname, hash } = new URL(href.replaceAll('&amp;', '&'))
      expect(
        pages.some((page) => page.test(pathname)),
        href,
      ).toBe(true)
      if (pathname === '/docs' && hash) expect(manual).toContain(`id="${hash.slice(1)}"`)
    }
  },
)
