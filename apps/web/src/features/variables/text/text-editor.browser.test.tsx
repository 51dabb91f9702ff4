import { readVariables, writeVariables } from '@envhold/contract/variables.ts'
import { toVariables } from '@envhold/formats/variables.ts'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleEnvironment } from '../../../tests/samples.ts'
import { textOf } from './environment-text.ts'
import { type OpenedText, TextEditor } from './text-editor.tsx'

const opened = (values: Record<string, string>): OpenedText => {
  const base = toVariables(values)
  const { text, leftOut } = textOf(base)
  return { version: 4, base, stored: text, text, leftOut }
}

const show = async (values: Record<string, string>, { canWrite = true } = {}) => {
  const api = fakeApi()
  const onClose = vi.fn()
  const part = await renderPart(() => {
    const [shown, setShown] = useState(() => opened(values))
    return (
      <TextEditor
        environment={sampleEnvironment()}
        opened={shown}
        canWrite={canWrite}
        onChange={setShown}
        onClose={onClose}
      />
    )
  })
  const field = page.getByRole('textbox', { name: 'Text of production' })
  await expect.element(field).toBeVisible()
  return { ...part, api, field, button: (name: string) => page.getByRole('button', { name }), onClose }
}

test('unchanged: the text has the focus, and there is nothing to save', async () => {
  const { field, button, onClose } = await show({ PORT: '80', HOST: 'shop.example' })
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('HOST=shop.example\nPORT=80\n')
  await expect.element(button('Nothing to save')).toBeDisabled()
  await expectAccessible()
  await button('Hide text').click()
  expect(onClose).toHaveBeenCalledOnce()
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
  const { api, field, button, onClose } = await show({ PORT: '80' })
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
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(api.sent(writeVariables)).toHaveLength(1)
  await expect.element(page.getByText('Saved production as version 5')).toBeVisible()
})

test('a rejected save says why, and keeps the text', async () => {
  const { api, field, button, onClose } = await show({ PORT: '80' })
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
  expect(onClose).not.toHaveBeenCalled()
})
