import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleEnvironment } from '../../../tests/samples.ts'
import { UntilSaid } from '../../../tests/until-said.tsx'
import { VariableFormDialog } from './variable-form-dialog.tsx'

const show = async () => {
  fakeApi()
  const saved: unknown[] = []
  await renderPart(
    <UntilSaid>
      {(say) => (
        <VariableFormDialog
          hidden={false}
          environment={sampleEnvironment()}
          start={{ initial: { key: 'SECRET', value: 'old' } }}
          on={{
            save: async (variable) => {
              saved.push(variable)
            },
            close: () => say('Closed'),
          }}
        />
      )}
    </UntilSaid>,
  )
  await page.getByRole('button', { name: 'Generate a random value' }).click()
  return {
    saved,
    value: page.getByRole('textbox', { name: 'Value' }),
    length: page.getByRole('spinbutton', { name: 'Length' }),
    generate: page.getByRole('button', { name: 'Generate', exact: true }),
  }
}

test('fills in a value of the chosen length and alphabet, which is saved with the form', async () => {
  const { saved, value, length, generate } = await show()
  await expect.element(length).toHaveValue(32)
  await generate.click()
  await expect.element(value).toHaveValue(expect.stringMatching(/^[0-9A-Za-z]{32}$/))
  await page.getByRole('combobox', { name: 'Characters' }).selectOptions('Hex')
  await length.fill('64')
  await expect.element(page.getByText(/^256 bits\./)).toBeVisible()
  await generate.click()
  await expect.element(value).toHaveValue(expect.stringMatching(/^[0-9a-f]{64}$/))
  await expectAccessible()
  expect(saved).toEqual([])
  await page.getByRole('button', { name: 'Save to production' }).click()
  await expect.element(page.getByText('Closed')).toBeVisible()
  expect(saved).toEqual([
    { key: 'SECRET', note: '', due: '', value: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ])
})

test.each(['7', '257', '', '12.5'])(
  'a length of "%s" says what is possible, and makes nothing',
  async (typed) => {
    const { value, length, generate } = await show()
    await length.fill(typed)
    await expect.element(page.getByText('From 8 to 256 characters.')).toBeVisible()
    await expect.element(generate).toBeDisabled()
    await expect.element(length).toBeInvalid()
    await expectAccessible()
    await expect.element(value).toHaveValue('old')
  },
)

test('Enter in the length makes a value, and does not save the form', async () => {
  const { saved, value, length } = await show()
  length.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(value).toHaveValue(expect.stringMatching(/^[0-9A-Za-z]{32}$/))
  expect(saved).toEqual([])
})
