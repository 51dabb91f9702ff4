import type { ReactNode } from 'react'
import { Fragment } from 'react'

/** Details of a row in one line, each with a label for screen readers. */
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
