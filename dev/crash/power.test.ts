import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { canCutPower, installPower, type Power } from './power.ts'
import { seededRandom } from './random.ts'

let dataDir: string
let power: Power
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'envhold-power-test-'))
  if (canCutPower) power = await installPower(dataDir)
})
afterEach(async () => {
  await power?.remove()
  await rm(dataDir, { recursive: true })
})

/** Runs statements with `fs` in a process on this disk, to its end. */
function runOnDisk(script: string): void {
  const path = JSON.stringify(join(dataDir, 'file'))
  const all = `import fs from 'node:fs'; ${script}`
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', all.replaceAll('PATH', path)],
    { env: { ...process.env, ...power.settings } },
  )
  expect([status, String(stderr)]).toEqual([0, ''])
}

const content = () => readFile(join(dataDir, 'file'), 'utf8')

/** What the file may contain after a cut: the same cut with many chances. */
async function contentsAfterCuts(script: string): Promise<Set<string>> {
  const contents = new Set<string>()
  for (let seed = 0; seed < 12; seed++) {
    await writeFile(join(dataDir, 'file'), 'before')
    await power.flush()
    runOnDisk(script)
    await power.cut(seededRandom(seed))
    contents.add(await content())
  }
  return contents
}

const openFile = "const at = fs.openSync(PATH, 'r+');"

test.runIf(canCutPower)('what was synced stays, whatever the chances', async () => {
  const script = `${openFile} fs.writeSync(at, 'synced', 0); fs.fdatasyncSync(at)`
  expect(await contentsAfterCuts(script)).toEqual(new Set(['synced']))
})

test.runIf(canCutPower)('what was not synced is lost or not', async () => {
  const script = `${openFile} fs.writeSync(at, 'synced', 0); fs.fsyncSync(at); fs.writeSync(at, '!', 6)`
  expect(await contentsAfterCuts(script)).toEqual(new Set(['synced', 'synced!']))
})

test.runIf(canCutPower)('a truncation and a write after it are lost or not, each on its own', async () => {
  const contents = await contentsAfterCuts(`${openFile} fs.ftruncateSync(at, 2); fs.writeSync(at, 'x', 0)`)
  expect(contents).toEqual(new Set(['before', 'be', 'xefore', 'xe']))
})

test.runIf(canCutPower)('a sync of one file says nothing about another', async () => {
  const other = JSON.stringify(join(dataDir, 'other'))
  const script = `${openFile} fs.writeSync(at, 'BEFORE', 0); const other = fs.openSync(${other}, 'w'); fs.writeSync(other, 'x'); fs.fsyncSync(other)`
  expect(await contentsAfterCuts(script)).toEqual(new Set(['before', 'BEFORE']))
  expect(await readFile(join(dataDir, 'other'), 'utf8')).toBe('x')
})

test.runIf(canCutPower)('the write of a synced file that is renamed stays', async () => {
  const script = `fs.writeFileSync(PATH + '.new', 'renamed', { flush: true }); fs.renameSync(PATH + '.new', PATH)`
  expect(await contentsAfterCuts(script)).toEqual(new Set(['renamed']))
})
