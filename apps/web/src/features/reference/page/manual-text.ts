import { escapeHtml } from '@envhold/contract/pages/public-pages.ts'

/** Where the list of calls goes in the text of a section. */
export const callsSlot = '⟦calls⟧'

/** A section as the build makes it from `docs/manual`. */
export interface SectionText {
  readonly id: string
  readonly title: string
  readonly topics: readonly { readonly id: string; readonly title: string }[]
  readonly html: string
}

/**
 * What is in a figure of the class `manual-code`, as HTML: code with a button to copy it, which appears when the script
 * of the page runs. What scrolls can be reached by keyboard.
 */
export const codeSample = (code: string, name?: string) =>
  `${name ? `<figcaption>${escapeHtml(name)}</figcaption>` : ''}<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>` +
  '<button type="button" data-copy="" hidden=""><span>Copy</span><span role="status"></span></button>'
