import { examplesOf, type MailTemplate } from './mail-template.ts'
import { type RenderedMail, renderMail } from './render-mail.ts'

/** Nobody can own this domain: no link of an example leads anywhere. */
const exampleUrl = 'https://vault.example.com'

/** A mail filled in with the examples of its variables. No link in it is signed. */
export const renderExample = (template: MailTemplate): Promise<RenderedMail> =>
  renderMail(template, examplesOf(template), exampleUrl, (purpose) => `${exampleUrl}/${purpose}#example`)

/** An example that is sent: its subject says so. */
export async function renderTestMail(template: MailTemplate): Promise<RenderedMail> {
  const mail = await renderExample(template)
  return { ...mail, subject: `[Test] ${mail.subject}` }
}
