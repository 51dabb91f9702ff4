import { readVariables, writeVariables } from '@envhold/contract/variables/variables.ts'
import { readVersion } from '@envhold/contract/variables/versions.ts'
import { toVariables } from '@envhold/formats/variables.ts'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleEnvironment } from '../../../tests/samples.ts'
import { UntilSaid } from '../../../tests/until-said.tsx'

import { dismissToasts } from '../../../ui/feedback/sonner-toaster.tsx'
import type { OpenedText } from '../drafts/edits.ts'

import { textOf } from './environment-text.ts'
import { TextEditor } from './text-editor.tsx'

type Notes = Record<string, string>

const detailsOf = (notes: Notes) =>
  Object.fromEntries(Object.entries(notes).map(([key, note]) => [key, { note, due: null }]))

const opened = (values: Record<string, string>, notes: Notes): OpenedText => {
  const base = toVariables(values, detailsOf(notes))
  const { text, leftOut } = textOf(base)
  return { version: 4, base, stored: text, text, leftOut }
}

const show = async (
  values: Record<string, string>,
  { canWrite = true, notes = {} }: { canWrite?: boolean; notes?: Notes } = {},
) => {
  const api = fakeApi()
  const part = await renderPart(() => {
    const [current, setShown] = useState(() => opened(values, notes))
    return (
      <UntilSaid>
        {(say) => (
          <TextEditor
            environment={sampleEnvironment()}
            opened={current}
            canWrite={canWrite}
            onChange={setShown}
            onClose={() => say('Closed')}
          />
        )}
      </UntilSaid>
    )
  })
  const field = page.getByRole('textbox', { name: 'Text of production' })
  await expect.element(field).toBeVisible()
  return { ...part, api, field, button: (name: string) => page.getByRole('button', { name }) }
}

const closed = () => page.getByText('Closed', { exact: true })

beforeEach(dismissToasts)

test('unchanged: the text has the focus, and there is nothing to save', async () => {
  const { field, button } = await show({ PORT: '80', HOST: 'shop.example' })
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('HOST=shop.example\nPORT=80\n')
  await expect.element(button('Nothing to save')).toBeDisabled()
  await expectAccessible()
  await button('Hide text').click()
  await expect.element(closed()).toBeVisible()
})

test('an empty environment takes its first variable', async () => {
  const { field, button } = await show({})
  await field.fill('PORT=80')
  await expect.element(button('Review 1 change')).toBeEnabled()
})

test('a reader can look, and not type', async () => {
  const { field } = await show({ PORT: '80' }, { canWrite: false })
  await expect.element(field).toHaveAttribute('readonly')
  expect(page.getByRole('button', { name: /Review|Nothing to save/ }).elements()).toHaveLength(0)
  await expectAccessible()
})

test('a broken line is named, its link leads to it, and nothing can be saved', async () => {
  const { field, button } = await show({ PORT: '80' })
  await field.fill('PORT=80\nTOKEN="abc')
  await expect.element(button('Line 2')).toBeVisible()
  await expect.element(button('Review changes')).toBeDisabled()
  await expectAccessible()
  await button('Line 2').click()
  const { selectionStart, selectionEnd } = field.element() as HTMLTextAreaElement
  expect([selectionStart, selectionEnd]).toEqual([8, 18])
})

test('by keyboard: a typed line is reviewed, then saved as one version', async () => {
  const { api, field, button } = await show({ PORT: '80' })
  api.answers(readVariables, {
    environment: sampleEnvironment(),
    version: 4,
    variables: { PORT: '80' },
    details: {},
  })
  api.answers(writeVariables, {
    environment: sampleEnvironment({ version: 5 }),
    warnings: [],
    added: ['TOKEN'],
    changed: [],
    removed: [],
    unchanged: ['PORT'],
  })
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('{Control>}{End}{/Control}TOKEN=abc')
  await expect.element(button('Review 1 change')).toBeEnabled()
  await userEvent.keyboard('{Tab}')
  for (let steps = 0; steps < 6 && document.activeElement !== button('Review 1 change').element(); steps++)
    await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  const review = page.getByRole('dialog')
  await expect.element(review.getByText('TOKEN')).toBeVisible()
  await expectAccessible()
  await review.getByRole('button', { name: /^Save/ }).click()
  await expect.element(closed()).toBeVisible()
  expect(api.sent(writeVariables)).toHaveLength(1)
  await expect.element(page.getByText('Saved production as version 5')).toBeVisible()
})

test('a rejected save says why, and keeps the text', async () => {
  const { api, field, button } = await show({ PORT: '80' })
  api.answers(readVariables, {
    environment: sampleEnvironment(),
    version: 4,
    variables: { PORT: '80' },
    details: {},
  })
  api.rejects(writeVariables, 'FORBIDDEN')
  await field.fill('PORT=8080')
  await button('Review 1 change').click()
  await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click()
  await expect
    .element(page.getByText('You do not have permission to update variables in this environment'))
    .toBeVisible()
  await expect.element(field).toHaveValue('PORT=8080')
})

const saved = {
  environment: sampleEnvironment({ version: 5 }),
  warnings: [],
  added: [],
  changed: ['HOST', 'PORT'],
  removed: [],
  unchanged: [],
}

test('notes are comments: changed, removed and new ones are reviewed, saved and undone', async () => {
  const [values, notes] = [
    { HOST: 'shop.example', PORT: '80', TOKEN: 'abc' },
    { HOST: 'Of the shop', PORT: 'To be removed' },
  ]
  const { api, field, button } = await show(values, { notes })
  const read = { environment: sampleEnvironment(), version: 4, variables: values, details: detailsOf(notes) }
  api.answers(readVariables, read)
  api.answers(writeVariables, saved)
  await expect
    .element(field)
    .toHaveValue('# Of the shop\nHOST=shop.example\n# To be removed\nPORT=80\nTOKEN=abc\n')
  await field.fill('# Of the new shop\nHOST=shop.example\nPORT=80\n# Of Stripe\nTOKEN=abcd')
  await button('Review 3 changes').click()
  const review = page.getByRole('dialog')
  await expect.element(review.getByText('Of the new shop')).toBeVisible()
  await expect.element(review.getByText('Its note is removed')).toBeVisible()
  expect(review.getByText('note changed').elements()).toHaveLength(2)
  expect(review.element().textContent).not.toContain('abcd')
  await expectAccessible()
  await review.getByRole('button', { name: /^Save/ }).click()
  await expect.element(closed()).toBeVisible()
  expect(api.sent(writeVariables)[0]?.body).toEqual({
    variables: { TOKEN: 'abcd' },
    mode: 'merge',
    remove: [],
    details: {
      HOST: { note: 'Of the new shop' },
      PORT: { note: null },
      TOKEN: { note: 'Of Stripe' },
    },
  })
  api.answers(readVariables, {
    environment: saved.environment,
    version: 5,
    variables: { ...values, TOKEN: 'abcd' },
    details: detailsOf({ HOST: 'Of the new shop', TOKEN: 'Of Stripe' }),
  })
  await button('Undo').click()
  await vi.waitFor(() => expect(api.sent(writeVariables)).toHaveLength(2))
  expect(api.sent(writeVariables)[1]?.body).toEqual({
    variables: { TOKEN: 'abc' },
    mode: 'merge',
    remove: [],
    details: {
      HOST: { note: 'Of the shop' },
      PORT: { note: 'To be removed' },
      TOKEN: { note: null },
    },
  })
})

test('a note that somebody else changed, too, is asked about', async () => {
  const { api, field, button } = await show({ PORT: '80' }, { notes: { PORT: 'Old' } })
  api.rejects(writeVariables, 'VERSION_MISMATCH')
  api.answers(readVariables, {
    environment: sampleEnvironment({ version: 5 }),
    version: 5,
    variables: { PORT: '80' },
    details: detailsOf({ PORT: 'Theirs' }),
  })
  api.answers(readVersion, {
    version: 4,
    created_at: sampleEnvironment().created_at,
    author: { username: 'ada', token_name: null },
    variables: { PORT: '80' },
    details: detailsOf({ PORT: 'Old' }),
  })
  await field.fill('# Mine\nPORT=80')
  await button('Review 1 change').click()
  await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click()
  await expect.element(page.getByText('You both changed these variables')).toBeVisible()
  await expectAccessible()
  const answer = api.holds(writeVariables)
  await button('Save my changes').click()
  await vi.waitFor(() => expect(api.sent(writeVariables)).toHaveLength(2))
  // What could be typed now would be dropped.
  await expect.element(page.getByRole('dialog').getByRole('button', { name: /^Save to/ })).toBeDisabled()
  answer({ ...saved, environment: sampleEnvironment({ version: 6 }) })
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(api.sent(writeVariables)[1]?.body).toMatchObject({ details: { PORT: { note: 'Mine' } } })
})

test('a save whose response was lost finds its changes there already, which is not a conflict', async () => {
  const { api, field, button } = await show({ PORT: '80' })
  api.rejects(writeVariables, 'VERSION_MISMATCH')
  const variables = { PORT: '8080' }
  api.answers(readVariables, {
    environment: sampleEnvironment({ version: 5 }),
    version: 5,
    variables,
    details: {},
  })
  const author = { username: 'ada', token_name: null }
  const { created_at } = sampleEnvironment()
  api.answers(readVersion, { version: 4, created_at, author, variables: { PORT: '80' }, details: {} })
  await field.fill('PORT=8080')
  await button('Review 1 change').click()
  await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click()
  await expect.element(page.getByText('production (version 5) had your changes already')).toBeVisible()
  await expect.element(closed()).toBeVisible()
  expect(api.sent(writeVariables)).toHaveLength(1)
})

test('a note that is too long is marked, and leaves the old one', async () => {
  const { field, button } = await show({ PORT: '80' }, { notes: { PORT: 'Old' } })
  await field.fill(`# ${'x'.repeat(501)}\nPORT=81`)
  await button('Review 1 change').click()
  const review = page.getByRole('dialog')
  await expect.element(review.getByText('it has more than 500 characters')).toBeVisible()
  expect(review.getByText('Its note is removed').elements()).toHaveLength(0)
})
