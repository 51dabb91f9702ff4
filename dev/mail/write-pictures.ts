// Writes a page with a picture of every mail, filled in with its examples, at 390 and 600 pixels, light and dark:
// node dev/mail/write-pictures.ts [FOLDER]

import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium } from '@playwright/test'
import { templateList } from '../../apps/server/src/mail/every-template.ts'
import type { MailTemplate } from '../../apps/server/src/mail/mail-template.ts'
import { renderExample } from '../../apps/server/src/mail/render-mail.ts'
import { findChromium } from '../../e2e/find-chromium.ts'

const widths = [390, 600] as const
const themes = ['light', 'dark'] as const
const looks = widths.flatMap((width) => themes.map((theme) => ({ width, theme })))

const nameOf = ({ name }: MailTemplate, { width, theme }: (typeof looks)[number]) =>
  `${name}-${width}-${theme}.png`

async function drawMails(browser: Browser, folder: string): Promise<void> {
  for (const look of looks) {
    const page = await browser.newPage({
      viewport: { width: look.width, height: 400 },
      colorScheme: look.theme,
    })
    for (const template of templateList) {
      await page.setContent((await renderExample(template)).html)
      await page.screenshot({ path: join(folder, nameOf(template, look)), fullPage: true })
    }
    await page.close()
  }
}

const rowOf = (template: MailTemplate) => `<h2 id="${template.name}">${template.name}</h2>
<p>${looks.map((look) => `<img src="${nameOf(template, look)}" width="${look.width / 2}" alt="">`).join('\n')}</p>`

const pageOf = (templates: readonly MailTemplate[]) => `<!doctype html>
<meta charset="utf-8"><title>Every mail</title>
<style>body{font:14px sans-serif;background:#888;margin:16px}img{vertical-align:top;margin:0 4px}p{white-space:nowrap}h2{margin:12px 0 4px}</style>
${templates.map(rowOf).join('\n')}
`

/** The mails on one sheet: a picture of the page that can be looked at. */
const perSheet = 3

const folder = resolve(process.argv[2] ?? 'mail-pictures')
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch(await findChromium())
try {
  await drawMails(browser, folder)
  writeFileSync(join(folder, 'index.html'), pageOf(templateList))
  const page = await browser.newPage({ viewport: { width: 1_080, height: 800 } })
  for (let start = 0; start < templateList.length; start += perSheet) {
    const file = join(folder, `sheet-${start / perSheet + 1}.html`)
    writeFileSync(file, pageOf(templateList.slice(start, start + perSheet)))
    await page.goto(pathToFileURL(file).href)
    await page.screenshot({ path: file.replace('.html', '.png'), fullPage: true })
  }
} finally {
  await browser.close()
}
console.log(`${templateList.length} mails in ${join(folder, 'index.html')}`)
