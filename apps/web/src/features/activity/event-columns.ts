import type { ReactNode } from 'react'

/** What a list says about an entry besides the event. */
export interface EventColumns<E> {
  /** The column that differs from list to list: its head, its cell, and the text that tells two cells apart. */
  readonly head: string
  readonly of: (event: E) => ReactNode
  readonly textOf: (event: E) => string | null
  /** The project that a folded line names; null on a page about one project. */
  readonly projectOf: (event: E) => string | null
  readonly userOf: (event: E) => { readonly shown: string; readonly email: string } | null
}
