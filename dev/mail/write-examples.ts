// Writes every mail with its example variables, as .html and .txt, into a folder: node dev/mail/write-examples.ts
// [FOLDER]

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newServerSecret, parseServerSecret, serverSecrets } from '@envhold/integrity/server-secret.ts'
import { templateList } from '../../apps/server/src/mail/every-template.ts'
import { linkSigner } from '../../apps/server/src/mail/mail-links.ts'
import { examplesOf } from '../../apps/server/src/mail/mail-template.ts'
import { renderMail } from '../../apps/server/src/mail/render-mail.ts'

const url = 'https://vault.example.com'
const secrets = serverSecrets([parseServerSecret(newServerSecret())])
const sign = linkSigner({ secrets }, url, { to: 'ada@example.com', at: Date.UTC(2027, 2, 14) })
const folder = process.argv[2] ?? 'mails'
mkdirSync(folder, { recursive: true })
for (const template of templateList) {
  const mail = await renderMail(template, examplesOf(template), url, sign)
  writeFileSync(join(folder, `${template.name}.html`), mail.html)
  writeFileSync(join(folder, `${template.name}.txt`), `Subject: ${mail.subject}\n\n${mail.text}`)
}
console.log(`${templateList.length} mails in ${folder}`)
