import 'accessibility-checker-engine/ace-window.js'
import type * as Ace from 'accessibility-checker-engine'

declare global {
  interface Window {
    ace_ibma: typeof Ace
  }
}

/** About a whole page, which a component alone is not. */
const pageRules = new Set(['skip_main_exists', 'aria_content_in_landmark', 'page_title_exists'])

/**
 * Checks what shows against WCAG 2.2, level AA, as far as a program can judge it. An open dialog is checked alone: the
 * page behind it is hidden, and a focus trap, which the checker does not know, keeps the keyboard out of it.
 */
export async function expectAccessible(): Promise<void> {
  const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1)
  const { results } = await new window.ace_ibma.Checker().check(dialog ?? document.body, ['WCAG_2_2'])
  const failures = results
    .filter(({ value, ruleId }) => value[0] === 'VIOLATION' && value[1] === 'FAIL' && !pageRules.has(ruleId))
    .map(({ ruleId, message, snippet }) => `${ruleId}: ${message} ${snippet}`)
  if (failures.length > 0) throw new Error(`Not accessible:\n${failures.join('\n')}`)
}
