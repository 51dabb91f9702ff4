// Writes every mail with its example variables, as .html and .txt, into a folder: node dev/mail/write-examples.ts
// [FOLDER]

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { templateList } from '../../apps/server/src/mail/every-template.ts'
import { renderExample } from '../../apps/server/src/mail/render-mail.ts'

const folder = process.argv[2] ?? 'mails'
mkdirSync(folder, { recursive: true })
for (const template of templateList) {
  const mail = await renderExample(template)
  writeFileSync(join(folder, `${template.name}.html`), mail.html)
  writeFileSync(join(folder, `${template.name}.txt`), `Subject: ${mail.subject}\n\n${mail.text}`)
}
console.log(`${templateList.length} mails in ${folder}`)
