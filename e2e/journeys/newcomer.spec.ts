import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { journey } from '../journey.ts'
import { look } from '../judge-page.ts'
import { loginCodeIn, runAtTerminal, waitsForLogin } from '../terminal.ts'

const bundle = fileURLToPath(new URL('../../apps/cli/dist/envhold.mjs', import.meta.url))
const masterPassword = 'correct hörse battery staple'

/**
 * From a clone to the first program that gets a variable. An action is a click, a filled field or a command; what opens
 * or happens by itself is none. The bound only ever falls.
 */
const maxActions = 12

const dotenv = 'GREETING="Grüße, ada"\n'

/** What a newcomer does, in order. */
function counted(page: Page) {
  const actions: string[] = []
  const act = (what: string) => void actions.push(what)
  return {
    actions,
    act,
    click: async (name: string, on: Page = page) => {
      act(`click ${name}`)
      // A dialog stands above the page, whose buttons may have the same name.
      const dialog = on.getByRole('dialog')
      const place = (await dialog.count()) > 0 ? dialog.last() : on.locator('body')
      await place.getByRole('button', { name, exact: true }).first().click()
    },
    fill: async (label: string | RegExp, text: string, on: Page = page) => {
      act(`fill ${label}`)
      await on.getByRole('textbox', { name: label, exact: true }).last().fill(text)
    },
  }
}

journey('a newcomer gets from a clone to the first variable', async ({ page, context, server }) => {
  const place = await mkdtemp(join(tmpdir(), 'envhold-newcomer-'))
  const [project, bin] = [join(place, 'shop'), join(place, 'bin')]
  await mkdir(project)
  await mkdir(bin)
  const opened = join(place, 'opened')
  await writeFile(join(bin, 'xdg-open'), `#!/bin/sh\necho "$1" > '${opened}'\n`)
  await chmod(join(bin, 'xdg-open'), 0o755)
  const { actions, act, click, fill } = counted(page)
  const terminal = async (line: string, answers: Parameters<typeof runAtTerminal>[1]['answers'] = []) => {
    act(`run ${line}`)
    const command = line.replace('envhold', `'${process.execPath}' '${bundle}'`)
    const env = { PATH: `${bin}:${process.env.PATH}`, HOME: place, DISPLAY: ':0' }
    const { code, screen } = await runAtTerminal(command, { cwd: project, env, answers, waitMs: 60_000 })
    expect(code, screen).toBe(0)
    return screen
  }
  try {
    // The server of the test is that of this command.
    act('run npm start')
    // It opens this page by itself: dev/setup/first-page.test.ts.
    await page.goto('/login#sign-up')
    await fill('E-mail', 'ada@example.com')
    await fill('Password', 'the sign-in password')
    await click('Create account')
    await expect(page).toHaveURL('/dashboard')

    await expect(page.getByText('No owned projects yet')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Project name' })).toBeFocused()
    await look(page, 'First run')
    await fill('Project name', 'shop')
    act('paste the .env')
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(dotenv)})`)
    await page.getByLabel('Text of the .env file').press('ControlOrMeta+v')
    await fill('Master password', masterPassword)
    await click('Create project with 3 environments and save 1 variable')
    const sheet = page.getByRole('dialog', { name: 'Keep your recovery key' })
    await expect(sheet.getByText('This key is shown only once.')).toBeVisible()
    const groups = await sheet.getByRole('listitem').allInnerTexts()
    const group = Number(/\d+/.exec((await sheet.locator('label').innerText()) ?? '')?.[0])
    await fill(/^Group \d+/, groups[group - 1]?.replace(/^\d+\s+/, '') ?? '')
    await expect(page.getByRole('heading', { name: 'shop is ready' })).toBeFocused()
    await expect(page.getByText('3 environments created, 1 variable saved')).toBeVisible()
    const printed = page.locator('pre').filter({ hasText: /^\s*envhold run/ })
    const [run = ''] = (await printed.first().innerText()).split(' -- ')

    // The journey of the printed commands runs it.
    act('run npm install --global')
    const approve = async (screen: string) => {
      const code = loginCodeIn(screen)
      await expect.poll(() => readFile(opened, 'utf8').catch(() => '')).toContain(code)
      const tab = await context.newPage()
      await tab.goto((await readFile(opened, 'utf8')).trim())
      await expect(tab.getByText('Your terminal must show this code')).toBeVisible()
      await expect(tab.getByText(code)).toBeVisible()
      await click('Approve', tab)
      await expect(tab.getByText(/ is logged in$/)).toBeVisible()
      return ''
    }
    const screen = await terminal(`${run} -- node -p 'process.env.GREETING'`, [[waitsForLogin, approve]])
    expect(screen).toContain(`Logged in to ${server.url} as ada.`)
    expect(screen).toContain('Grüße, ada')
    expect(actions.length, actions.join('\n')).toBeLessThanOrEqual(maxActions)
  } finally {
    await rm(place, { recursive: true, force: true })
  }
})
