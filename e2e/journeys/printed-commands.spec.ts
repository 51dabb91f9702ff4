import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createApiKey } from '@envhold/contract/api-keys.ts'
import { approveDeviceLogin, openDeviceLogin } from '@envhold/contract/personal-tokens/device-login.ts'
import { createCliToken } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { expect } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { blocksOf, commandsIn } from '../printed-commands.ts'
import { seedProject } from '../seed.ts'
import { loginCodeIn, runAtTerminal, waitsForLogin } from '../terminal.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const variables = {
  DATABASE_URL: 'postgres://localhost/shop',
  DB_USER: 'shop',
  DB_PASSWORD: 'secret',
  LOG_LEVEL: 'info',
  FEATURE_X: 'off',
}
const environments = {
  staging: variables,
  production: variables,
  local: variables,
  development: variables,
  test: variables,
}

/** What a reader has to be or to have besides this instance. */
const isElsewhere = (command: string) =>
  /^npm (start|test|run)\b|^psql |^node (?!envhold\.mjs)|\b(example\.com|docker)\b/.test(command)

/** A bare machine has no curl: what it would fetch is not run there. */
const hasCurl = spawnSync('curl', ['--version']).status === 0

/** They end with 1 where there is a difference, which is no failure. */
const mayDiffer = (command: string) => /^envhold diff\b/.test(command)

signedIn(
  'every command that a page or a README prints runs as it is printed',
  async ({ page, person, server }) => {
    const place = await mkdtemp(join(tmpdir(), 'envhold-printed-'))
    const [folder, checkout] = [join(place, 'laptop'), join(place, 'checkout')]
    await mkdir(folder)
    await mkdir(checkout)
    try {
      // The documents name project 7; the first one is the README's, the newest one is the pages' own.
      const shop = await seedProject(person, 'shop', environments)
      for (const n of [2, 3, 4, 5, 6]) await seedProject(person, `project-${n}`, { staging: {} })
      const newest = await seedProject(person, 'my-project', environments)
      const { projectId } = newest
      // Whichever project the folder is linked to, there is a version 12 to go back to.
      for (const { staging = 0 } of [shop.environments, newest.environments])
        for (let version = 2; version <= 12; version++)
          await person.client.call(writeVariables, {
            params: { id: staging },
            body: { variables: { RELEASE: String(version) }, mode: 'merge' },
          })
      const { token } = await person.client.call(createCliToken, {})
      const keyOf = async (id: number) =>
        (
          await person.client.call(createApiKey, {
            params: { id },
            body: {
              name: 'ci',
              permissions: ['read_variables', 'variables.api_inject'],
              environment_access: null,
            },
          })
        ).api_key.api_key
      const keys = { first: await keyOf(1), seventh: await keyOf(projectId) }

      const approve = async (screen: string) => {
        const body = { user_code: loginCodeIn(screen) }
        const { review } = await person.client.call(openDeviceLogin, { body })
        await person.client.call(approveDeviceLogin, { body: { review } })
        return ''
      }
      const run = async (where: string, command: string, env: Record<string, string> = {}) => {
        const isWatch = command.includes('--watch')
        const { code, screen } = await runAtTerminal(command, {
          // A pipeline checks out a folder of its own.
          cwd: env.ENVHOLD_TOKEN ? checkout : folder,
          env: {
            PATH: `${join(folder, 'prefix/bin')}:${process.env.PATH}`,
            HOME: folder,
            npm_config_prefix: join(folder, 'prefix'),
            npm_config_cache: join(folder, 'npm'),
            npm_config_update_notifier: 'false',
            GITHUB_ENV: join(folder, 'github-env'),
            ENVHOLD_API_KEY: command.includes('/inject/1/') ? keys.first : keys.seventh,
            ...env,
          },
          answers: [
            [/Token \([^)]*hidden[^)]*\): /, `${token}\r`],
            [waitsForLogin, approve],
            [/\[y\/N\] /, 'y\r'],
            [/Which \w+\? .*$/, '1\r'],
            ...(isWatch ? [[/Watching /, '\u0003'] as const] : []),
          ],
        })
        const fine = isWatch ? [0, 130] : mayDiffer(command) ? [0, 1] : [0]
        expect(fine, `${where}: ${command}\n${screen}`).toContain(code)
      }

      const scripts = { start: 'true', dev: 'true', test: 'true' }
      await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, scripts }))

      const readme = (await readFile(join(root, 'README.md'), 'utf8')).replaceAll(
        'http://localhost:4680',
        server.url,
      )
      const dotenv = /^\$ cat \.env\n([\s\S]*?)\n\n/m.exec(readme)?.[1]
      expect(dotenv).toContain('SMTP_PASSWORD=')
      await writeFile(join(folder, '.env'), `${dotenv}\n`)
      const printed: [where: string, block: string][] = blocksOf(readme).map((block) => ['README.md', block])
      const cliReadme = await readFile(join(root, 'apps/cli/README.md'), 'utf8')
      for (const block of blocksOf(cliReadme.replaceAll('https://envhold.example.com', server.url)))
        printed.push(['apps/cli/README.md', block])
      // The manual has a test of its own.
      for (const path of ['/cli-auth', `/project/${projectId}?tab=api-keys`, '/']) {
        await page.goto(path)
        if (path === '/') await page.evaluate(() => localStorage.clear()).then(() => page.goto('/'))
        await expect(page.locator('pre').first()).toBeVisible()
        for (const block of await page.locator('pre').allInnerTexts()) printed.push([path, block])
      }

      const seen = new Set<string>()
      for (const [where, block] of printed)
        for (const command of commandsIn(block)) {
          const line = command.replace(/ {2,}#.*$/, '').replace(/ … ?/, ' ')
          if (seen.has(line) || isElsewhere(line) || (!hasCurl && /^curl |^node envhold/.test(line))) continue
          seen.add(line)
          const inPipeline = /run: /.test(block)
          await run(
            where,
            line,
            inPipeline ? { ENVHOLD_SERVER: server.url, ENVHOLD_TOKEN: keys.seventh } : {},
          )
        }
      expect([...seen].filter((line) => line.includes('/cli/envhold.tgz')).length).toBeGreaterThan(1)
      expect(seen.size).toBeGreaterThan(20)
    } finally {
      await rm(place, { recursive: true, force: true })
    }
  },
)
