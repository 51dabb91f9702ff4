import { expect, test } from 'vitest'
import { signUp } from '../../../../../dev/world/sign-up.ts'
import { startServer } from '../../../../../dev/world/start-server.ts'
import { withStoppedInstance } from '../../../../../dev/world/stopped-instance.ts'

const instance = withStoppedInstance()

test('until the first write the data folder can become the instance again', async () => {
  const copy = await instance.copy()
  expect((await copy.move(['--back'])).said).toMatch(/has not moved/)
  expect((await copy.move()).code).toBe(0)
  const back = await copy.move(['--back'])
  expect(back.said).toMatch(/data folder is the instance again/)
  expect(back.code).toBe(0)

  const server = await startServer({ engine: 'sqlite', settings: copy.settings.sqlite })
  const { userId } = await signUp(server.url)
  await server.end()
  await expect(startServer({ engine: 'postgres', settings: copy.settings.postgres })).rejects.toThrow(
    /incomplete copy, or one that was given up/,
  )

  // The copy that was given up is replaced by the next one.
  expect((await copy.move()).code).toBe(0)
  const moved = await startServer({ engine: 'postgres', settings: copy.settings.postgres })
  expect((await signUp(moved.url)).userId).toBe(userId + 1)
  await moved.end()
})

test('after a write going back is rejected unless its loss is accepted', async () => {
  const copy = await instance.copy()
  expect((await copy.move()).code).toBe(0)
  // Another machine: its data folder sees the writes, and the old one does not.
  const { dataDir } = await instance.copy()
  const settings = { ...copy.settings.postgres, DATA_DIR: dataDir }
  const server = await startServer({ engine: 'postgres', settings })
  await signUp(server.url)
  const used = await copy.move(['--back'])
  expect(used.said).toMatch(/\d+ other connections to the PostgreSQL database are open/)
  expect(used.code).toBe(1)
  await server.end()

  const written = await copy.move(['--back'])
  expect(written.said).toMatch(/was written to since the move \(.*users.*\).*--accept-loss/)
  expect(written.code).toBe(1)
  expect((await copy.move(['--back', '--accept-loss'])).code).toBe(0)
  const again = await startServer({ engine: 'sqlite', settings: copy.settings.sqlite })
  await again.end()
})

test('a database that does not answer is given up only explicitly', async () => {
  const copy = await instance.copy()
  expect((await copy.move()).code).toBe(0)
  const settings = { DATABASE_URL: 'postgres://envhold:secret@127.0.0.1:9/envhold' }
  const silent = await copy.move(['--back'], { settings })
  expect(silent.said).toMatch(/nothing answers at its address/)
  expect(silent.code).toBe(1)
  const result = await copy.move(['--back', '--accept-loss'], { settings })
  expect(result.said).toMatch(/does not answer.*Do not start a server on it again/s)
  expect(result.code).toBe(0)
})
