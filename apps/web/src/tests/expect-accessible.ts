import 'accessibility-checker-engine/ace-window.js'
import type * as Ace from 'accessibility-checker-engine'

declare global {
  interface Window {
    ace_ibma: typeof Ace
  }
}

/** About a whole page, which a component alone is not. */
const pageRules = new Set(['skip_main_exists', 'aria_content_in_landmark', 'page_title_exists'])

/** JSX drops a space at the end of a line, and with it the one between two sentences. */
const gluedSentences = /[\p{Ll}\p{N}][.!?]\p{Lu}\p{Ll}\S*/gu

/**
 * Checks what shows against WCAG 2.2, level AA, as far as a program can judge it. An open dialog is checked alone: the
 * page behind it is hidden, and a focus trap, which the checker does not know, keeps the keyboard out of it.
 * Fails as well if there is no space between two sentences.
 */
export async function expectAccessible(): Promise<void> {
  const dialogs = document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog]')
  const visible = [...dialogs].at(-1) ?? document.body
  const { results } = await new window.ace_ibma.Checker().check(visible, ['WCAG_2_2'])
  const failures = results
    .filter(({ value, ruleId }) => value[0] === 'VIOLATION' && value[1] === 'FAIL' && !pageRules.has(ruleId))
    .map(({ ruleId, message, snippet }) => `${ruleId}: ${message} ${snippet}`)
  for (const text of visible.innerText.match(gluedSentences) ?? [])
    failures.push(`No space after a sentence: ${text}`)
  if (failures.length > 0) throw new Error(`Not accessible:\n${failures.join('\n')}`)
}
