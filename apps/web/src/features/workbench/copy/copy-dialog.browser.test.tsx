import { lossDetails } from '@envhold/contract/accounts/protection.ts'
import { listEnvironments } from '@envhold/contract/environments/environments.ts'
import { limits } from '@envhold/contract/limits.ts'
import { readVariables, writeVariables } from '@envhold/contract/variables/variables.ts'
import { toVariables } from '@envhold/formats/variables.ts'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { type FakeApi, fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleEnvironment } from '../../../tests/samples.ts'
import { dismissToasts } from '../../../ui/feedback/sonner-toaster.tsx'
import { variablesKey } from '../data/variable-queries.ts'
import { CopyDialog } from './copy-dialog.tsx'

afterEach(dismissToasts)

const development = sampleEnvironment({ id: 11, name: 'development', version: 4 })
const staging = sampleEnvironment({ id: 12, name: 'staging', version: 7 })
const live = sampleEnvironment({ id: 13, name: 'live', version: 2, protected: true })
const all = [development, staging, live]
const source = { NEW: 'secret-1', OTHER: 'secret-2', SAME: 'secret-3' }

/** A server that holds what is written to it. */
function serve(api: FakeApi, given: Record<number, Record<string, string>> = {}) {
  const held = new Map<number, Record<string, string>>([
    [11, source],
    [12, { OTHER: 'own', SAME: 'secret-3' }],
    [13, {}],
    ...Object.entries(given).map(([id, variables]) => [Number(id), variables] as const),
  ])
  const versions = new Map(all.map(({ id, version }) => [id, version]))
  const environmentOf = (path: string) => {
    const id = Number(path.split('/').at(-2))
    const environment = all.find((each) => each.id === id) ?? development
    return { ...environment, version: versions.get(id) ?? 0 }
  }
  api.answers(listEnvironments, { environments: all })
  api.answers(readVariables, ({ path }) => {
    const environment = environmentOf(path)
    return {
      environment,
      version: environment.version,
      variables: held.get(environment.id) ?? {},
      details: {},
    }
  })
  const write = () =>
    api.answers(writeVariables, ({ path, body }) => {
      const { id } = environmentOf(path)
      const { variables, remove = [] } = body as { variables: Record<string, string>; remove?: string[] }
      const next = { ...held.get(id), ...variables }
      held.set(id, Object.fromEntries(Object.entries(next).filter(([key]) => !remove.includes(key))))
      versions.set(id, (versions.get(id) ?? 0) + 1)
      return {
        environment: environmentOf(path),
        warnings: [],
        added: [],
        changed: [],
        removed: [],
        unchanged: [],
      }
    })
  write()
  return { held, versions, write }
}

function Opened(given: Partial<Parameters<typeof CopyDialog>[0]>) {
  const [open, setOpen] = useState(true)
  if (!open) return null
  return (
    <CopyDialog
      environment={development}
      variables={toVariables(source)}
      keys={['NEW', 'OTHER', 'SAME']}
      isMove={false}
      {...given}
      onClose={() => setOpen(false)}
    />
  )
}

const show = async (given: Partial<Parameters<typeof CopyDialog>[0]> = {}) => {
  const { connection } = await renderPart(<Opened {...given} />)
  await expect.element(page.getByRole('dialog')).toBeVisible()
  return { connection }
}
const choose = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) }).click()
const button = (name: string) => page.getByRole('button', { name, exact: true })
const idsOf = (api: FakeApi) => api.sent(writeVariables).map(({ path }) => Number(path.split('/').at(-2)))

test('chooses nothing by itself, previews names, and copies each environment as one version', async () => {
  const api = fakeApi()
  const { held } = serve(api)
  await show()
  await expect.element(page.getByRole('dialog', { name: 'Copy 3 variables' })).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: /^live/ })).not.toBeChecked()
  await expect.element(button('Copy')).toBeDisabled()
  expect(api.sent(readVariables)).toHaveLength(0)
  await expectAccessible()
  await choose('staging')
  await choose('live')
  await expect.element(page.getByText('1 new, 1 with another value or note, 1 equal')).toBeVisible()
  await expect.element(page.getByText('skipped')).toBeVisible()
  await page.getByRole('radio', { name: /^Replace it/ }).click()
  await expect.element(page.getByText('replaced', { exact: true })).toBeVisible()
  await expectAccessible()
  expect(document.body.textContent).not.toMatch(/secret-|own/)
  await button('Copy to staging and live').click()
  await expect.element(page.getByText('Copied 3 variables to staging and live')).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(held.get(12)).toEqual({ NEW: 'secret-1', OTHER: 'secret-2', SAME: 'secret-3' })
  expect(held.get(13)).toEqual(source)
  const sent = api.sent(writeVariables)
  expect(sent.map(({ headers }) => [headers.get('if-match'), headers.get('confirm-environment')])).toEqual([
    ['"7"', null],
    ['"2"', 'live'],
  ])
  await button('Undo').click()
  await expect.element(page.getByText('Restored everything')).toBeVisible()
  expect(held.get(12)).toEqual({ OTHER: 'own', SAME: 'secret-3' })
  expect(held.get(13)).toEqual({})
})

test('moving deletes last, and keeps what a target does not have', async () => {
  const api = fakeApi()
  const { held } = serve(api)
  await show({ isMove: true })
  await choose('staging')
  await expect
    .element(page.getByText(/2 of 3 are deleted from development once it was written\. 1 variable stay/))
    .toBeVisible()
  await button('Move to staging').click()
  await expect.element(page.getByText('Moved 1 variable to staging')).toBeVisible()
  expect(held.get(11)).toEqual({ OTHER: 'secret-2' })
  expect(idsOf(api)).toEqual([12, 11])
  await button('Undo').click()
  await expect.element(page.getByText('Restored everything')).toBeVisible()
  expect(held.get(11)).toEqual(source)
})

test('a failure in one leaves the others written and the source whole, and trying again does the rest', async () => {
  const api = fakeApi()
  const { held, versions, write } = serve(api)
  await show({ isMove: true, keys: ['NEW'] })
  await choose('staging')
  await choose('live')
  await expect.element(page.getByText('1 new').nth(1)).toBeVisible()
  // Somebody else saved live meanwhile.
  held.set(13, { THEIRS: '1' })
  versions.set(13, 3)
  api.answers(writeVariables, (sent) => {
    const isLive = sent.path.includes('/13/')
    write()
    if (!isLive) {
      held.set(12, { ...held.get(12), NEW: 'secret-1' })
      versions.set(12, 8)
      api.rejects(writeVariables, 'VERSION_MISMATCH')
    }
    return {
      environment: { ...staging, version: 8 },
      warnings: [],
      added: ['NEW'],
      changed: [],
      removed: [],
      unchanged: [],
    }
  })
  await button('Move to staging and live').click()
  await expect.element(page.getByText('Not everything was written')).toBeVisible()
  await expect
    .element(page.getByText(/Written: staging\. Not written: live\. Nothing was deleted from development/))
    .toBeVisible()
  await expect.element(page.getByText('Written as version 8')).toBeVisible()
  expect(held.get(11)).toEqual(source)
  await expectAccessible()
  write()
  await button('Try again').click()
  await expect.element(page.getByText('Moved 1 variable to staging and live')).toBeVisible()
  expect(idsOf(api)).toEqual([12, 13, 13, 11])
  expect(held.get(13)).toEqual({ THEIRS: '1', NEW: 'secret-1' })
  expect(held.get(11)).not.toHaveProperty('NEW')
})

test('what was copied before the answer was lost is done when it is tried again', async () => {
  const api = fakeApi()
  const { held, versions } = serve(api)
  await show({ keys: ['NEW'] })
  await choose('staging')
  await expect.element(page.getByText('1 new')).toBeVisible()
  held.set(12, { ...held.get(12), NEW: 'secret-1' })
  versions.set(12, 8)
  api.rejects(writeVariables, 'VERSION_MISMATCH')
  await button('Copy to staging').click()
  await expect.element(page.getByText('Copied 1 variable to staging')).toBeVisible()
})

test('a target is written on the version that the dialog has shown first', async () => {
  const api = fakeApi()
  const { held, versions, write } = serve(api)
  const { connection } = await show()
  await choose('staging')
  await page.getByRole('radio', { name: /^Replace it/ }).click()
  held.set(12, { OTHER: 'theirs' })
  versions.set(12, 8)
  await connection.queries.refetchQueries({ queryKey: variablesKey(12) })
  await expect.element(page.getByText('2 new, 1 with another value or note')).toBeVisible()
  api.rejects(writeVariables, 'VERSION_MISMATCH')
  await button('Copy to staging').click()
  await expect.element(page.getByText(/Someone else saved this environment/)).toBeVisible()
  write()
  await button('Try again').click()
  await expect.element(page.getByText('Copied 3 variables to staging')).toBeVisible()
  expect(api.sent(writeVariables).map(({ headers }) => headers.get('if-match'))).toEqual(['"7"', '"8"'])
})

test('a target that became protected meanwhile asks, and a closed question stops what follows', async () => {
  const api = fakeApi()
  serve(api)
  const { connection } = await show({ isMove: true, keys: ['NEW'] })
  await choose('staging')
  await choose('live')
  api.rejects(
    writeVariables,
    'PROTECTED_ENVIRONMENT',
    lossDetails({ environment: 'staging', replaced: 1, deleted: 0 }),
  )
  await button('Move to staging and live').click()
  await vi.waitFor(() => expect(connection.protectionPrompt.read()).not.toBeNull())
  connection.protectionPrompt.settle(false)
  await expect.element(button('Move to staging and live')).toBeEnabled()
  expect(idsOf(api)).toEqual([12])
})

test('what is too much for one is said before anything is written', async () => {
  const api = fakeApi()
  const most = Array.from({ length: limits.environmentVariables }, (_, at) => [`KEY_${at}`, ''])
  serve(api, { 12: Object.fromEntries(most) })
  await show()
  await choose('live')
  await choose('staging')
  await expect.element(page.getByText('It would have 2,003 variables; the limit is 2,000.')).toBeVisible()
  await expect.element(button('Copy to staging and live')).toBeDisabled()
  await choose('staging')
  await expect.element(button('Copy to live')).toBeEnabled()
  expect(api.sent(writeVariables)).toHaveLength(0)
})

test('a target that cannot be read says why, and is tried again', async () => {
  const api = fakeApi()
  serve(api)
  api.rejects(readVariables, 'FORBIDDEN')
  await show()
  await choose('staging')
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(button('Copy to staging')).toBeDisabled()
  serve(api)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('1 new, 1 with another value or note, 1 equal')).toBeVisible()
})

test('the only other environment is chosen already, unless it is protected', async () => {
  const api = fakeApi()
  serve(api)
  api.answers(listEnvironments, { environments: [development, staging] })
  await show({ keys: ['SAME'] })
  await expect.element(page.getByRole('checkbox', { name: 'staging' })).toBeChecked()
  await expect.element(page.getByText('It has all of them already.')).toBeVisible()
  await expect.element(button('Copy to staging')).toBeDisabled()
})

test('without another environment, and without a list, it says so', async () => {
  const api = fakeApi()
  api.rejects(listEnvironments, 'INTERNAL')
  await show()
  await expect.element(page.getByText('The environments did not load')).toBeVisible()
  api.answers(listEnvironments, { environments: [development] })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect
    .element(page.getByText('This project has no other environment that you can access.'))
    .toBeVisible()
  await expectAccessible()
})
