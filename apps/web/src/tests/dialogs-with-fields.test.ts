import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const source = fileURLToPath(new URL('..', import.meta.url))

/** A password alone is typed again. */
const withoutInput = ['features/keyring/renew-dialog.tsx']

/** The operator area has no vault and keeps its own rules. */
const dialogs = globSync('{app,features}/**/*.tsx', { cwd: source })
  .filter((path) => !path.startsWith('features/operator/') && !path.endsWith('.test.tsx'))
  .map((path) => ({ path, text: readFileSync(`${source}/${path}`, 'utf8') }))
  .filter(({ text }) => /<Dialog\s/.test(text) && /<(form|ActionForm)\s/.test(text))
  .filter(({ path }) => !withoutInput.includes(path))

it('finds the dialogs with a form', () => expect(dialogs.length).toBeGreaterThan(5))

it.each(dialogs)('$path asks before it loses what was typed', ({ text }) => {
  expect(text).toContain('useUnsaved(')
  expect(text, 'Escape, a click outside and the close button').not.toContain('!open && onClose()')
  expect(text, 'Cancel').not.toMatch(/onClick=\{onClose\}>\s*Cancel|onCancel=\{onClose\}/)
})
