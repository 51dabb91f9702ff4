import { type ReactNode, useState } from 'react'

interface Props {
  /** The part, which gets a function to say what it did. */
  children: (say: (what: string) => void) => ReactNode
}

/** Shows a part until it says what it did, as a page that leaves it does; then what it said. */
export function UntilSaid({ children }: Props): ReactNode {
  const [said, setSaid] = useState<string>()
  return said === undefined ? children(setSaid) : <p>{said}</p>
}
