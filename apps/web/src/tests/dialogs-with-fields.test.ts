import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const source = fileURLToPath(new URL('..', import.meta.url))

/** Forms that ask for a password alone, which is typed again. */
const passwords = 'features/keyring/'

const dialogs = globSync('{app,features}/**/*.tsx', { cwd: source })
  .filter((path) => !path.endsWith('.test.tsx'))
  .map((path) => ({ path, text: readFileSync(`${source}/${path}`, 'utf8') }))
  .filter(({ text }) => /<Dialog\s/.test(text) && /<(form|ActionForm)\s/.test(text))
  .filter(({ path }) => !path.startsWith(passwords))

it('finds the dialogs with a form', () => expect(dialogs.length).toBeGreaterThan(5))

it.each(dialogs)('$path asks before it loses what was typed', ({ text }) => {
  expect(text).toContain('useUnsaved(')
  expect(text, 'Escape, a click outside and the close button').not.toContain('!open && onClose()')
  expect(text, 'Cancel').not.toMatch(/onClick=\{onClose\}>\s*Cancel|onCancel=\{onClose\}/)
})
