import type { Endpoint } from '@envhold/contract/endpoint.ts'

const textOf = ({ name, tag, summary, method, path, errors }: Endpoint) =>
  [name, tag, summary, method, path, ...errors].join(' ').toLowerCase()

/** The calls in which every searched word appears somewhere. */
export function findEndpoints(calls: readonly Endpoint[], search: string): readonly Endpoint[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return calls.filter((call) => {
    const text = textOf(call)
    return words.every((word) => text.includes(word))
  })
}
