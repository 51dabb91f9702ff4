import type { ReactNode } from 'react'
import { Fragment } from 'react'

/** What is known of a row, in one line; each part under its name, which screen readers say. */
export function MetaLine({ parts }: { parts: Readonly<Record<string, ReactNode>> }) {
  const known = Object.entries(parts).filter(([, part]) => part !== null && part !== '')
  return known.map(([name, part], at) => (
    <Fragment key={name}>
      <span className="sr-only">{name} </span>
      {part}
      {at < known.length - 1 && ' · '}
    </Fragment>
  ))
}
