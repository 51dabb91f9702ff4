import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { documentedOrigin } from '@envhold/contract/pages/public-pages.ts'
import { expect } from '@playwright/test'
import { readManual } from '../../apps/web/manual/read-manual.ts'
import type { FileSample, ShellSample } from '../../apps/web/manual/sample.ts'
import { signedIn } from '../journey.ts'
import { seedManualWorld } from '../manual-world.ts'
import { writeOtherTools } from '../other-tools.ts'
import { stepsOf } from '../pipeline-steps.ts'
import { runAtTerminal } from '../terminal.ts'

/** Programs that a bare machine may lack. A block that needs a missing one is checked, not run. */
const optional = ['curl', 'jq', 'make', 'python3', 'go', 'kubectl', 'sha256sum']
const missing = optional.filter((program) => spawnSync('which', [program]).status !== 0)
const lacks = (code: string) => missing.some((program) => new RegExp(`\\b${program}\\b`).test(code))

/** Changes what nobody runs in a test: a package’s own tests, and the start of a whole server. */
const isNotRun = (code: string) => code === 'npm start'

signedIn.setTimeout(400_000)

signedIn('every command of the manual runs as it is printed', async ({ person, server }) => {
  const place = await mkdtemp(join(tmpdir(), 'envhold-manual-'))
  const [folder, tools] = [join(place, 'laptop'), join(place, 'tools')]
  await mkdir(folder)
  await writeOtherTools(tools)
  try {
    const { apiKey, token } = await seedManualWorld(person)
    const env = {
      PATH: `${join(place, 'prefix/bin')}:${process.env.PATH}`,
      HOME: place,
      ENVHOLD_API_KEY: apiKey,
      ENVHOLD_TOKEN: token,
      npm_config_prefix: join(place, 'prefix'),
      npm_config_cache: join(place, 'npm'),
      npm_config_update_notifier: 'false',
      GITHUB_ENV: join(place, 'github-env'),
      BASH_ENV: '',
      NO_COLOR: '1',
      ...(process.env.GOCACHE && { GOCACHE: process.env.GOCACHE }),
    }
    const here = (text: string) => text.replaceAll(documentedOrigin, server.url)
    const run = async (code: string, more: Readonly<Record<string, string>> = {}) => {
      const file = join(place, 'block.sh')
      await writeFile(file, here(code))
      return runAtTerminal(`bash -euo pipefail ${file}`, {
        cwd: folder,
        env: { ...env, ...more },
        answers: [[/\[y\/N\] /, 'y\r']],
        waitMs: 60_000,
      })
    }
    const write = async ({ name, code }: FileSample) => {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), `${here(code)}\n`, { mode: 0o755 })
    }
    const check = async (topic: string, { code, trial }: ShellSample) => {
      const where = `#${topic}: ${code}`
      expect(spawnSync('bash', ['-n', '-c', code]).status, where).toBe(0)
      if (lacks(code) || isNotRun(code)) return
      const { code: status, screen } = await run(
        code,
        'needs' in trial ? { PATH: `${tools}:${env.PATH}` } : {},
      )
      const { prints = '', exits = 0 } = 'needs' in trial ? {} : trial
      expect.soft(status, `${where}\n${screen}`).toBe(exits)
      expect.soft(screen, where).toContain(prints)
    }

    await writeFile(join(folder, 'package.json'), '{"private":true,"scripts":{"test":"echo npm test"}}')
    await writeFile(join(folder, 'deploy.sh'), '#!/bin/sh\necho "deployed at $LOG_LEVEL"\n', { mode: 0o755 })
    await writeFile(join(folder, '.env.production'), 'encrypted\n')
    let count = 0
    for (const { id, samples } of readManual().flatMap(({ topics }) => topics)) {
      for (const sample of samples) if (sample.kind === 'file' && !sample.isOutput) await write(sample)
      for (const sample of samples) {
        if (sample.kind === 'shell') await check(id, sample)
        if (sample.kind === 'shell') count++
      }
      for (const { file, script } of samples.flatMap(stepsOf)) {
        const { code, screen } = await run(script, { ENVHOLD_SERVER: server.url, ENVHOLD_TOKEN: apiKey })
        expect.soft(code, `${file}: ${script}\n${screen}`).toBe(0)
        count++
      }
    }
    expect(count).toBeGreaterThan(40)
  } finally {
    await rm(place, { recursive: true, force: true })
  }
})
