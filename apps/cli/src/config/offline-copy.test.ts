import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toVariables } from '@envhold/formats/variables.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseToken } from './credentials.ts'
import { readOfflineCopy, removeOfflineCopies, writeOfflineCopy } from './offline-copy.ts'
import { readSettings, type Settings } from './settings.ts'

let settings: Settings
beforeAll(async () => {
  const configFolder = await mkdtemp(join(tmpdir(), 'envhold-copy-'))
  settings = { ...readSettings(), configFolder }
})
afterAll(() => rm(settings.configFolder, { recursive: true }))

const token = (letter: string) => parseToken(`ppt_${letter.repeat(13)}_${letter.repeat(49)}`)
const place = { server: 'https://a.example', token: token('A'), request: 'shop dev' }
const copy = {
  version: 7,
  source: 'https://a.example 1 2',
  label: 'shop/dev',
  at: '2026-01-01T00:00:00.000Z',
  variables: toVariables({ ['__proto__']: 'x', KEY: 'wert ü\n' }),
}

const onlyFile = async () => {
  const entries = await readdir(settings.configFolder, { recursive: true, withFileTypes: true })
  const [file] = entries.filter((entry) => entry.isFile())
  return join(file!.parentPath, file!.name)
}

test('opens complete for the same token, server and request only', async () => {
  await writeOfflineCopy(settings, place, copy)
  expect(await readOfflineCopy(settings, place)).toEqual(copy)
  expect(await readOfflineCopy(settings, { ...place, token: token('B') })).toBeNull()
  expect(await readOfflineCopy(settings, { ...place, server: 'https://b.example' })).toBeNull()
  expect(await readOfflineCopy(settings, { ...place, request: 'shop prod' })).toBeNull()
  expect(await readFile(await onlyFile(), 'latin1')).not.toContain('wert')
})

/** The file of `copy`, as it was written when a variable was a string in memory too. */
const older = Buffer.from(
  [
    'ATNBKTffVESOGNUEpN9WCMqX17RKH4nL1XOG9z3NY9dS2uCrkcUBKBcNvN8O+plJfdNugvMyP2NQBMAyvXo/inZDqpbRjCNs',
    'iAAZj8ICc1sMFxkBbRKaUqeqBywjvLKbVtuFj6vPM1ojYCBEbP/HP+RTL/hzifCV5ZqnNmzBYDIGrabtZ5clgg7aS9TO8F6I',
    'snD7RVuMFnCjOPLnfb+xlnnm8FNpePeU3+tmQo3w5SFi',
  ].join(''),
  'base64',
)

test('a file of an older version opens', async () => {
  await writeOfflineCopy(settings, place, copy)
  await writeFile(await onlyFile(), older)
  expect(await readOfflineCopy(settings, place)).toEqual({ ...copy, source: null })
})

test('any changed byte is rejected', async () => {
  const blob = await readFile(await onlyFile())
  for (let index = 0; index < blob.length; index++) {
    const changed = Buffer.from(blob)
    changed[index] = (changed[index] ?? 0) ^ 1
    await writeFile(await onlyFile(), changed)
    expect(await readOfflineCopy(settings, place)).toBeNull()
  }
  await writeFile(await onlyFile(), blob.subarray(0, 40))
  expect(await readOfflineCopy(settings, place)).toBeNull()
})

test('is deleted with its server', async () => {
  await writeOfflineCopy(settings, place, copy)
  await removeOfflineCopies(settings, place.server)
  expect(await readOfflineCopy(settings, place)).toBeNull()
})
