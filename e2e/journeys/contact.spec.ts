import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { mailboxOf, readMail } from '../../dev/world/mails.ts'
import { journey } from '../journey.ts'

const message = 'How do we move forty projects?\n\nThey are in another tool.'

async function write(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Grace Hopper')
  await page.getByLabel('E-mail').fill('grace@example.com')
  await page.getByLabel('Subject').fill('Moving')
  await page.getByRole('textbox', { name: 'Message' }).fill(message)
}

const send = (page: Page) => page.getByRole('button', { name: 'Send Message' }).click()

async function mailed(dataDir: string) {
  const folder = mailboxOf(dataDir)
  const files = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
  const mails = await Promise.all(files.map(async (name) => readMail(await readFile(join(folder, name)))))
  return mails.filter(({ template }) => template === 'contact-message')
}

journey.use({ settings: { SUPPORT_EMAIL: 'help@vault.example.com' }, ownProcess: true })

journey(
  'a message is checked, sent and mailed, and the form is empty afterwards',
  async ({ page, server }) => {
    await page.goto('/contact')
    await page.getByLabel('E-mail').fill('grace')
    await send(page)
    for (const text of [
      'Please enter your name',
      'Invalid email address',
      'Please enter a subject',
      'Please enter a message',
    ])
      await expect(page.getByText(text)).toBeVisible()
    await expect(page.getByLabel('Name')).toBeFocused()

    await write(page)
    await send(page)
    await expect(page.getByRole('heading', { name: 'Message Sent!' })).toBeFocused()
    await expect.poll(() => mailed(server.dataDir)).toHaveLength(1)
    const [mail] = await mailed(server.dataDir)
    expect(mail).toMatchObject({
      to: 'help@vault.example.com',
      replyTo: 'grace@example.com',
      subject: 'Contact: Moving',
    })

    for (const text of ['Grace Hopper', 'How do we move forty projects?', 'They are in another tool.'])
      expect(mail?.text).toContain(text)

    await page.getByRole('button', { name: 'Send Another Message' }).click()
    for (const label of ['Name', 'E-mail', 'Company (optional)', 'Subject', 'Message'])
      await expect(page.getByRole('textbox', { name: label })).toHaveValue('')
  },
)

journey('a message that could not be sent is kept, with what to do', async ({ page, server }) => {
  await page.goto('/contact')
  await write(page)
  await server.kill()
  await send(page)
  await expect(page.getByText(/could not be sent\. Your text is still here/)).toBeVisible()
  await expect(page.getByText(/or write an e-mail to help@vault\.example\.com\./)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(message)
  await server.startAgain()
  await send(page)
  await expect(page.getByRole('heading', { name: 'Message Sent!' })).toBeVisible()
  for (let sent = 1; sent < 6; sent++) {
    await page.getByRole('button', { name: 'Send Another Message' }).click()
    await write(page)
    await send(page)
    if (sent < 5) await expect(page.getByRole('heading', { name: 'Message Sent!' })).toBeVisible()
  }
  await expect(page.getByText('Too many messages were sent in the last hour.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(message)
})
