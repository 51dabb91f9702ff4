/** Where the list of calls goes in the text of a section. */
export const callsSlot = '⟦calls⟧'

/** A section as the build makes it from `docs/manual`. */
export interface SectionText {
  readonly id: string
  readonly title: string
  readonly topics: readonly { readonly id: string; readonly title: string }[]
  readonly html: string
}
