import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { mailsOf } from '../../../../dev/world/mails.ts'
import { withApp } from '../../../../dev/world/with-app.ts'
import { templateList } from './every-template.ts'
import { examplesOf, mailTemplate } from './mail-template.ts'
import { link } from './mail-variables.ts'
import { invitation } from './templates/collaboration.ts'

const app = withApp('sqlite', { PUBLIC_URL: 'https://vault.example.com', SMTP_URL: '' })
let folder: string
beforeAll(async () => {
  folder = join(app.ctx.config.dataDir, 'outbox')
})

const modeOf = async (path: string) => (await stat(path)).mode & 0o777
const message = { to: 'grace.hopper@example.com', variables: examplesOf(invitation) }

test('without a mail server each message is one private file, whose path is logged', async () => {
  expect(await app.ctx.mail.sendNow(invitation, message)).toBe(true)
  const names = await readdir(folder)
  expect(names).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d-]+Z-invitation-[0-9a-f]{6}\.eml$/)])
  const file = join(folder, names[0] ?? '')
  expect(await modeOf(folder)).toBe(0o700)
  expect(await modeOf(file)).toBe(0o600)
  expect(app.logged()).toContain(file)
  for (const said of ['grace', 'inv_', 'Web shop']) expect(app.logged()).not.toContain(said)
  expect(await mailsOf(app)).toMatchObject([
    { to: message.to, from: 'envhold@vault.example.com', link: 'https://vault.example.com/invite' },
  ])
})

test('no copy in the outbox contains the secret of a link', async () => {
  const secrets = templateList.filter(({ secret }) => secret)
  expect(secrets.map(({ name }) => name)).toEqual(expect.arrayContaining(['invitation', 'verify-email']))
  for (const template of secrets) {
    const link = 'https://vault.example.com/page?ticket=in-the-query#abc_in-the-fragment'
    const links = Object.entries(template.variables).filter(([, { type }]) => type === 'link')
    expect(links.length).toBeGreaterThan(0)
    const variables = { ...examplesOf(template), ...Object.fromEntries(links.map(([name]) => [name, link])) }
    await app.ctx.mail.sendNow(template, { to: `${template.name}@example.com`, variables })
    const [mail] = (await mailsOf(app)).filter(({ to }) => to === `${template.name}@example.com`)
    expect(mail?.text).toContain('The secret part of its link is omitted')
    for (const said of [mail?.text, mail?.html]) {
      expect(said).toContain('https://vault.example.com/page')
      expect(said).not.toMatch(/in-the-query|in-the-fragment/)
    }
  }
})

test('every mail is the same after parsing its file', async () => {
  for (const template of templateList)
    expect(
      await app.ctx.mail.sendNow(template, { to: 'ada@example.com', variables: examplesOf(template) }),
    ).toBe(true)
  const read = (await mailsOf(app)).filter(({ to }) => to === 'ada@example.com')
  expect(read.map(({ template }) => template).sort()).toEqual(templateList.map(({ name }) => name).sort())
  for (const { template, subject, text, html } of read) {
    const { body, subject: subjectOf, ...made } = templateList.find(({ name }) => name === template)!
    const values = examplesOf({ body, subject: subjectOf, ...made })
    expect(subject).toBe(subjectOf(values))
    expect(text).toContain(body(values, 'https://vault.example.com').title)
    expect(html).toContain('</html>')
  }
})

test('a message that cannot be stored counts as not sent', async () => {
  await rm(folder, { recursive: true })
  await writeFile(folder, 'in the way')
  expect(await app.ctx.mail.sendNow(invitation, message)).toBe(false)
  expect(app.logged()).toContain('"code":"EEXIST"')
  await rm(folder)
})

test('a template with a link must be marked secret', () => {
  expect(() =>
    mailTemplate({
      ...invitation,
      secret: false,
      name: 'careless',
      variables: { link: link('Opens everything', 'https://vault.example.com/#inv_example') },
      subject: () => '',
      body: () => ({ title: '', preview: '', paragraphs: [], reason: '' }),
    }),
  ).toThrow('careless has a link and is not marked secret')
})
