import { exportProjectActivity } from '@envhold/contract/activity/activity.ts'
import { downloadProjectLog } from '@envhold/contract/activity/project-log.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleProject } from '../../../tests/samples.ts'
import { ProjectExports } from './project-activity-tab.tsx'

const show = async (overrides: Partial<Project>) => {
  await renderPart(
    <ProjectExports project={sampleProject(overrides)} ask={() => Promise.reject(new Error('not asked'))} />,
  )
  await page.getByRole('button', { name: 'Export' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'CSV' })).toBeVisible()
}
const item = page.getByRole('menuitem', { name: 'Download log…' })
const dialog = page.getByRole('dialog', { name: 'Download log' })

function savedFiles(): Blob[] {
  const saved: Blob[] = []
  const make = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved.push(file as Blob)
    return '#saved'
  })
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  onTestFinished(() => {
    make.mockRestore()
    click.mockRestore()
  })
  return saved
}

test('the owner reads what the log is and how to verify it, and saves it', async () => {
  const api = fakeApi()
  const saved = savedFiles()
  api.answers(downloadProjectLog, 'the lines')
  await show({ id: 7, name: 'Shop', user_role: 'owner' })
  await item.click()
  await expect.element(dialog.getByText(/^Every action in Shop and every call of its API keys/)).toBeVisible()
  await expect.element(dialog.getByText('envhold audit verify FILE')).toBeVisible()
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Download log' }).click()
  await expect.element(page.getByText('Saved as project-7-log.ndjson')).toBeVisible()
  expect(await saved[0]?.text()).toBe('"the lines"')
  expect(api.sent(downloadProjectLog).map(({ path }) => path)).toEqual(['/api/projects/7/log'])
})

test('a rejected download is explained, and saves nothing', async () => {
  const api = fakeApi()
  const saved = savedFiles()
  api.rejects(downloadProjectLog, 'RATE_LIMITED')
  await show({ user_role: 'owner' })
  await item.click()
  await dialog.getByRole('button', { name: 'Download log' }).click()
  await expect.element(page.getByText('Too many requests. Please try again later.')).toBeVisible()
  expect(saved).toEqual([])
})

test('a collaborator exports the list only', async () => {
  fakeApi().answers(exportProjectActivity, '')
  await show({ user_role: 'write' })
  await expect.element(item).not.toBeInTheDocument()
})
