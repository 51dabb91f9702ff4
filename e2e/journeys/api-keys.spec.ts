import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { clipboard, unlock } from '../on-the-page.ts'
import { seedProject } from '../seed.ts'

/** A bare machine has no curl. */
const hasCurl = spawnSync('curl', ['--version']).status === 0

signedIn('the lines beside a new key run as they are printed', async ({ page, person }) => {
  const name = 'load-test_2'
  const { projectId } = await seedProject(person, 'Storefront', {
    [name]: { STAGE: 'load' },
    production: { STAGE: 'production' },
  })
  await page.goto(`/project/${projectId}?tab=api-keys`)
  await page.getByRole('button', { name: 'Create API Key' }).click()
  const form = page.getByRole('dialog', { name: 'Create API Key' })
  await form.getByLabel('Name', { exact: true }).fill('Pipeline')
  await expect(form.getByRole('checkbox', { name })).toBeChecked()
  await form.getByRole('button', { name: 'Create API Key' }).click()
  await unlock(page, person)
  const made = page.getByRole('dialog', { name: /API key created/ })
  await expect(made.getByText(/^Waiting for the first call/)).toBeVisible()
  await made.getByRole('button', { name: 'Copy key' }).click()
  await expect(made.getByText('API key copied to clipboard')).toBeVisible()
  const key = await clipboard(page)
  await made.getByRole('button', { name: 'Copy code' }).click()
  await expect.poll(() => clipboard(page)).toContain('curl')
  const command = await clipboard(page)

  if (hasCurl) {
    const folder = await mkdtemp(join(tmpdir(), 'envhold-curl-'))
    try {
      const shell = spawn('sh', ['-c', command], {
        cwd: folder,
        env: { PATH: process.env.PATH, ENVHOLD_API_KEY: key },
        stdio: ['ignore', 'inherit', 'inherit'],
      })
      expect(await once(shell, 'exit')).toEqual([0, null])
      expect(await readFile(join(folder, '.env'), 'utf8')).toContain('STAGE=load')
    } finally {
      await rm(folder, { recursive: true })
    }
    await expect(made.getByText(/^The first call came/)).toBeVisible()
  }
  await made.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('row', { name: /Pipeline/ })
  await expect(row.getByRole('listitem')).toHaveText([name])
  await expect(page.getByText(`/inject/${projectId}/${name}?`)).toBeVisible()
  if (hasCurl) await expect(row).toContainText('just now')
})
