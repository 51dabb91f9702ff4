import type { ExportedProject } from '@envhold/contract/export.ts'
import { exportEnvironment, listExport } from '@envhold/contract/export.ts'
import { strFromU8, unzipSync } from 'fflate'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../tests/expect-accessible.ts'
import { fakeApi } from '../../tests/fake-api.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { DownloadEverything, DownloadProject } from './download-everything.tsx'

const time = '2026-03-01T10:00:00.000Z'

const project = (id: number, name: string, ...names: string[]): ExportedProject => ({
  id,
  name,
  description: null,
  created_at: time,
  archived_at: null,
  expires_at: null,
  environments: names.map((environmentName, n) => ({
    id: id * 10 + n,
    name: environmentName,
    version: 2,
    oldest_version: 1,
    variable_count: 1,
    created_at: time,
    updated_at: time,
    last_change: { at: time, author: { username: 'ada', token_name: null } },
  })),
})
const archived = { ...project(2, 'Old shop', 'production'), archived_at: time, expires_at: time }
const everything = { projects: [project(1, 'Shop', 'production', 'staging'), archived] }
const answer = {
  versions: [{ version: 2, created_at: time, author: 'ada', variables: { A: '2' }, details: {} }],
  next: null,
}

/** The files that the page saves. */
function savedFiles() {
  const saved: { name: string; file: Blob }[] = []
  const make = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved.push({ name: '', file: file as Blob })
    return '#saved'
  })
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const last = saved.at(-1)
    if (last) last.name = this.download
  })
  onTestFinished(() => {
    make.mockRestore()
    click.mockRestore()
  })
  return saved
}

const unpacked = async (file: Blob | undefined) => {
  const files = unzipSync(new Uint8Array((await file?.arrayBuffer()) ?? []))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
}

const dialog = page.getByRole('dialog')
const button = (name: string) => dialog.getByRole('button', { name })
const start = () => button('Download unencrypted ZIP').click()

test('with the vault open: says what it contains and that it is not encrypted, and saves it', async () => {
  const api = fakeApi()
  const saved = savedFiles()
  api.answers(listExport, everything)
  api.answers(exportEnvironment, answer)
  await renderPart(<DownloadEverything />)
  await page.getByRole('button', { name: 'Download everything' }).click()
  await expect
    .element(dialog.getByText('Contains 2 projects (1 archived) with 3 environments.'))
    .toBeVisible()
  await expect.element(dialog.getByText('The file is not encrypted')).toBeVisible()
  await expect.element(dialog.getByRole('textbox')).not.toBeInTheDocument()
  await expectAccessible()
  await start()
  await expect.element(dialog.getByText('Download complete')).toBeVisible()
  await expectAccessible()
  expect(saved.map(({ name }) => name)).toEqual([
    expect.stringMatching(/^envhold-export-\d{4}-\d\d-\d\d\.zip$/),
  ])
  const files = await unpacked(saved[0]?.file)
  expect(Object.keys(files)).toEqual([
    'Shop/production.env',
    'Shop/staging.env',
    'Old shop/production.env',
    'envhold-export.json',
    'README.txt',
  ])
  expect(files['Old shop/production.env']).toBe('A=2\n')
  expect(api.sent(exportEnvironment)[0]?.headers.get('x-master-password')).not.toBeNull()
  expect(api.sent(exportEnvironment)[0]?.query).toEqual({ limit: '200' })
  await button('Save again').click()
  await expect.poll(() => saved).toHaveLength(2)
  await button('Done').click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('with the vault locked: asks in place, a wrong password again, and the vault stays locked', async () => {
  const api = fakeApi()
  const saved = savedFiles()
  api.answers(listExport, everything)
  api.rejects(exportEnvironment, 'INVALID_MASTER_PASSWORD')
  const { connection } = await renderPart(<DownloadEverything />, { locked: true })
  await page.getByRole('button', { name: 'Download everything' }).click()
  const field = dialog.getByRole('textbox', { name: 'Master password' })
  await start()
  await expect.element(field).toHaveAccessibleDescription(/Master password is required/)
  await field.fill('wrong')
  await start()
  await expect.element(field).toHaveAccessibleDescription(/Invalid master password/)
  await expectAccessible()
  api.answers(exportEnvironment, answer)
  await field.fill('pässword')
  await button('Continue').click()
  await expect.element(dialog.getByText('Download complete')).toBeVisible()
  expect(api.sent(exportEnvironment).map(({ headers }) => headers.get('x-master-password'))).toEqual([
    'wrong',
    ...Array(3).fill('p%C3%A4ssword'),
  ])
  expect(connection.vault.read()).toBeNull()
  expect(saved).toHaveLength(1)
})

test('shows progress, stays open, and pauses at a failed call without losing what was read', async () => {
  const api = fakeApi()
  const saved = savedFiles()
  api.answers(listExport, everything)
  const answerFirst = api.holds(exportEnvironment)
  await renderPart(<DownloadEverything />)
  await page.getByRole('button', { name: 'Download everything' }).click()
  await start()
  await expect.element(dialog.getByText('0 of 3 environments')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).toBeVisible()
  await expectAccessible()

  answerFirst(answer)
  const answerSecond = api.holds(exportEnvironment)
  await expect.element(dialog.getByText('1 of 3 environments')).toBeVisible()
  answerSecond(answer)
  api.rejects(exportEnvironment, 'LOCKED_OUT')
  await expect.element(dialog.getByText('Paused')).toBeVisible()
  await expectAccessible()
  await expect.element(dialog.getByText('2 of 3 environments')).toBeVisible()
  api.answers(exportEnvironment, answer)
  await button('Continue').click()
  await expect.element(dialog.getByText('Download complete')).toBeVisible()
  expect(api.sent(exportEnvironment)).toHaveLength(4)
  expect(Object.keys(await unpacked(saved[0]?.file))).toHaveLength(5)
})

test('an environment that cannot be read can be left out', async () => {
  const api = fakeApi()
  const saved = savedFiles()
  api.answers(listExport, everything)
  api.rejects(exportEnvironment, 'INTERNAL')
  await renderPart(<DownloadEverything />)
  await page.getByRole('button', { name: 'Download everything' }).click()
  await start()
  await expect.element(dialog.getByText('Paused at production')).toBeVisible()
  api.answers(exportEnvironment, answer)
  await button('Leave it out').click()
  await expect.element(dialog.getByText('Download complete')).toBeVisible()
  const files = await unpacked(saved[0]?.file)
  expect(Object.keys(files)).toHaveLength(4)
  expect(files['README.txt']).toContain('Shop: production: ')
})

test('cancelling stops the calls and saves nothing', async () => {
  const api = fakeApi()
  const saved = savedFiles()
  api.answers(listExport, everything)
  const answerFirst = api.holds(exportEnvironment)
  await renderPart(<DownloadEverything />)
  await page.getByRole('button', { name: 'Download everything' }).click()
  await start()
  await expect.element(dialog.getByText('0 of 3 environments')).toBeVisible()
  await button('Cancel').click()
  await expect.element(dialog).not.toBeInTheDocument()
  answerFirst(answer)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(api.sent(exportEnvironment)).toHaveLength(1)
  expect(saved).toEqual([])
})

test('one project: only that one, without its history if so chosen', async () => {
  const api = fakeApi()
  const saved = savedFiles()
  api.answers(listExport, everything)
  api.answers(exportEnvironment, answer)
  await renderPart(<DownloadProject projectId={2} name="Old shop" />)
  await page.getByRole('button', { name: 'Download' }).click()
  await expect.element(dialog.getByText('Contains 1 project with 1 environment.')).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'With history' }).click()
  await start()
  await expect.element(dialog.getByText('Download complete')).toBeVisible()
  expect(saved[0]?.name).toMatch(/^envhold-Old shop-\d{4}-\d\d-\d\d\.zip$/)
  const files = await unpacked(saved[0]?.file)
  expect(Object.keys(files)).toEqual(['Old shop/production.env', 'envhold-export.json', 'README.txt'])
  expect(JSON.parse(files['envhold-export.json'] ?? '')).toMatchObject({ history: false })
  expect(api.sent(exportEnvironment).map(({ query }) => query)).toEqual([{ limit: '1' }])
})

test('a list that does not load can be asked for again; without projects there is nothing to download', async () => {
  const api = fakeApi()
  api.rejects(listExport, 'INTERNAL')
  await renderPart(<DownloadEverything />)
  await page.getByRole('button', { name: 'Download everything' }).click()
  await expect.element(dialog.getByText(/Failed to list your projects/)).toBeVisible()
  await expectAccessible()
  api.answers(listExport, { projects: [] })
  await button('Try again').click()
  await expect.element(button('Download unencrypted ZIP')).toBeDisabled()
})
