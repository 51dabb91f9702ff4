/** The ETag of an environment that is named by its id: its version. Strong, since a version never changes. */
export const versionTag = (version: number): string => `"${version}"`

const aVersion = /^(?:W\/)?"(\d{1,10})"$/

/** The version an If-None-Match names, where it names one of ours (RFC 9110, 13.1.2: weak comparison). */
export function knownVersion(ifNoneMatch: string | undefined): number | undefined {
  const named = aVersion.exec(ifNoneMatch?.trim() ?? '')
  return named ? Number(named[1]) : undefined
}

/** An environment at one version, as someone remembers it. */
export interface Remembered {
  readonly environment: number
  readonly version: number
}

/**
 * The ETag of an environment that may be named by its name: id and version, since another environment can come to
 * bear the name and reach the same version.
 */
export const environmentTag = ({ environment, version }: Remembered): string => `"${environment}.${version}"`

const anEnvironment = /^(?:W\/)?"(\d{1,15})\.(\d{1,10})"$/

/** What an If-None-Match remembers, where it is one of ours. */
export function rememberedIn(ifNoneMatch: string | undefined): Remembered | undefined {
  const named = anEnvironment.exec(ifNoneMatch?.trim() ?? '')
  return named ? { environment: Number(named[1]), version: Number(named[2]) } : undefined
}
