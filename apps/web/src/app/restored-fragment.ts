interface Place {
  readonly pathname: string
  readonly search: string
}

/**
 * Some mail gateways encode the # of a link, once or repeatedly, so that its secret arrives as part of the path.
 * @returns the path as it was mailed, or null if it contains no encoded #
 */
export function restoredFragment({ pathname, search }: Place): string | null {
  const encoded = /%(?:25)*23/.exec(pathname)
  if (!encoded) return null
  const fragment = pathname.slice(encoded.index + encoded[0].length)
  return `${pathname.slice(0, encoded.index)}${search}#${fragment}`
}
