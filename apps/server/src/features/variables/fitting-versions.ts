/** As many versions as fit into `maxBytes`, but one at least. */
export function fittingVersions<T>(
  versions: readonly T[],
  bytesOf: (version: T) => number,
  maxBytes: number,
): readonly T[] {
  let sum = 0
  const end = versions.findIndex((version, index) => {
    sum += bytesOf(version)
    return index > 0 && sum > maxBytes
  })
  return end === -1 ? versions : versions.slice(0, end)
}
