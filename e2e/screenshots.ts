/**
 * Pictures of every page and dialog that the journeys see: `node e2e/screenshots.ts [folder] [--journey operator]
 * [--only name] [--width 390] [--theme dark]`; `--journey`, `--width` and `--theme` may be given several times. A page
 * at 200 % has half the width: 720 for 1440. With `--readme` it makes docs/screenshot.png and nothing else.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type PictureRequest, requestVariable, themes } from './pictures.ts'
import { makeReadmePicture } from './readme-picture.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    readme: { type: 'boolean', default: false },
    journey: { type: 'string', multiple: true, default: [] },
    only: { type: 'string', default: '' },
    width: { type: 'string', multiple: true, default: ['2560', '1440', '768', '390', '320'] },
    theme: { type: 'string', multiple: true, default: [...themes] },
  },
})

const playwright = fileURLToPath(import.meta.resolve('@playwright/test/cli'))

/** Plays the journeys, which take the pictures on their way. @returns the exit code */
async function playJourneys(request: PictureRequest): Promise<number> {
  const options = ['--config', 'e2e/playwright.config.ts', '--timeout', '600000']
  const child = spawn(process.execPath, [playwright, 'test', ...options, ...values.journey], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, [requestVariable]: JSON.stringify(request) },
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  return code ?? 1
}

if (values.readme) await makeReadmePicture()
else {
  const folder = resolve(positionals[0] ?? (await mkdtemp(join(tmpdir(), 'envhold-screenshots-'))))
  process.exitCode = await playJourneys({
    folder,
    only: values.only,
    widths: values.width.map(Number),
    themes: themes.filter((theme) => values.theme.includes(theme)),
  })
  console.log(`The pictures are in ${folder}`)
}
