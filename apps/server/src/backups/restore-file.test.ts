import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { restoreFile } from './restore-file.ts'

test('restores within one second set each database aside', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'envhold-restore-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const backup = join(dataDir, 'backup.db')
  for (const now of [1, 2, 3]) {
    await writeFile(backup, `backup ${now}`)
    await restoreFile(dataDir, backup, now)
  }
  const folders = (await readdir(dataDir)).filter((name) => name.startsWith('before-restore-')).sort()
  const texts = folders.map((name) => readFile(join(dataDir, name, 'envhold.db'), 'utf8'))
  expect(await Promise.all(texts)).toEqual(['backup 1', 'backup 2'])
  expect(await readFile(join(dataDir, 'envhold.db'), 'utf8')).toBe('backup 3')
})
