import {
  listMailTemplates,
  mailCategories,
  previewMailTemplate,
  sendTestMail,
} from '@envhold/contract/operator/mail-templates.ts'
import { expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { bytesOf, dumpTables } from '../../../../../../dev/world/dump-database.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../../dev/world/with-person.ts'
import { assignRole, writeRole } from '../../../../../../dev/world/write-role.ts'
import { templateList } from '../../../mail/every-template.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  const operator = withPerson(app, { masterPassword: null })
  const testTo = (to: string, name = 'new-sign-in') =>
    operator.client.call(sendTestMail, { params: { name }, body: { to } })
  /** In two steps, for an operator is signed out after an hour without a call. */
  const anHourLater = async () => {
    for (let n = 0; n < 2; n++) {
      app.advance(1_900_000)
      await operator.client.call(listMailTemplates, {})
    }
  }
  const testMails = async () => (await mailsOf(app)).filter(({ subject }) => subject.startsWith('[Test] '))

  test('every template is listed with its variables and an example of each', async () => {
    const { templates } = await operator.client.call(listMailTemplates, {})
    expect(templates.map(({ name }) => name)).toEqual(templateList.map(({ name }) => name))
    expect(new Set(templates.map(({ category }) => category))).toEqual(new Set(mailCategories))
    expect(templates.find(({ name }) => name === 'api-key-expiring')).toMatchObject({
      category: 'notification',
      metadata: { priority: 'high' },
      variables: [
        { name: 'project', type: 'name', required: true, description: 'The project', example: 'Web shop' },
        { name: 'key', example: 'Deploy' },
        { name: 'others', type: 'names' },
        { name: 'more', type: 'count' },
        { name: 'expires', type: 'time', example: '2027-03-14T15:00:00.000Z' },
      ],
    })
    const userId = templates
      .find(({ name }) => name === 'new-sign-in')
      ?.variables.find(({ name }) => name === 'userId')
    expect(userId).toMatchObject({ type: 'id', required: false })
  })

  test('a preview has the links of the mail, and none of them leads anywhere', async () => {
    for (const { name } of templateList) {
      const { subject, html } = await operator.client.call(previewMailTemplate, { params: { name } })
      expect(subject).not.toBe('')
      for (const [, href] of html.matchAll(/href="([^"]*)"/g))
        expect(href).toMatch(/^https:\/\/vault\.example\.com(?:\/|$)/)
    }
    const { html } = await operator.client.call(previewMailTemplate, { params: { name: 'new-sign-in' } })
    expect(html).toContain('href="https://vault.example.com/not-me#example"')
  })

  test('a test mail is an example, says so, and is stored nowhere', async () => {
    const to = 'Tester@elsewhere.example.org'
    expect(await testTo(to)).toMatchObject({
      message: `Test email sent successfully to ${to}`,
      progress: expect.stringMatching(
        /^connected, greeted, .*sender accepted, recipient accepted, message accepted$/,
      ),
    })
    await testTo(to, 'verify-email')
    const mails = await testMails()
    expect(mails).toMatchObject([
      { to, template: 'new-sign-in', notMe: 'https://vault.example.com/not-me#example' },
      { to, template: 'verify-email', link: 'https://vault.example.com/verify-email#token=example' },
    ])
    for (const { text } of mails)
      for (const [address] of text.matchAll(/https?:\S+/g))
        expect(address).toMatch(/^https:\/\/vault\.example\.com/)
    const rows = bytesOf(await dumpTables(app)).toString()
    expect(rows).toContain(operator.email)
    expect(rows.toLowerCase()).not.toContain('elsewhere.example.org')
    expect(app.logged()).not.toContain('elsewhere.example.org')
  })

  test('nobody’s mailbox is filled, and no operator sends more than 20 in an hour', async () => {
    const to = `often@example.com`
    for (let n = 0; n < 5; n++) await testTo(n % 2 ? to : to.toUpperCase())
    await expect(testTo(to)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await anHourLater()
    await testTo(to)
    for (let n = 1; n < 20; n++) await testTo(`one-${n}@example.com`)
    await expect(testTo('one-more@example.com')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await anHourLater()
  })

  test('an unknown template, and no address, are rejected', async () => {
    const params = { name: 'none' }
    await expect(operator.client.call(previewMailTemplate, { params })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(testTo('someone@example.com', 'none')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(testTo('')).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ message: 'Please enter a test email address' }],
    })
  })

  test('who may only read sends nothing', async () => {
    const reader = await addPerson(app, { masterPassword: null })
    await writeRole(app, 'READER', ['user.read', 'admin.stats'])
    await assignRole(app, reader.userId, 'READER')
    await reader.client.call(listMailTemplates, {})
    const params = { name: 'new-sign-in' }
    await expect(
      reader.client.call(sendTestMail, { params, body: { to: 'someone@example.com' } }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})
