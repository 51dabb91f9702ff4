/** The ETag of an environment in a call by id: its version. It is strong, because a version never changes. */
export const versionTag = (version: number): string => `"${version}"`

const aVersion = /^(?:W\/)?"(\d{1,10})"$/

/** The version in If-None-Match, if it has the format of an ETag of this server (RFC 9110, 13.1.2: weak comparison). */
export function knownVersion(ifNoneMatch: string | undefined): number | undefined {
  const named = aVersion.exec(ifNoneMatch?.trim() ?? '')
  return named ? Number(named[1]) : undefined
}

/** An environment at one version, as a client has it. */
export interface Remembered {
  readonly environment: number
  readonly version: number
}

/**
 * The ETag of an environment in a call by name: id and version, because another environment can later have the same
 * name and version.
 */
export const environmentTag = ({ environment, version }: Remembered): string => `"${environment}.${version}"`

const anEnvironment = /^(?:W\/)?"(\d{1,15})\.(\d{1,10})"$/

/** The environment and version in If-None-Match, if it has the format of an ETag of this server. */
export function rememberedIn(ifNoneMatch: string | undefined): Remembered | undefined {
  const named = anEnvironment.exec(ifNoneMatch?.trim() ?? '')
  return named ? { environment: Number(named[1]), version: Number(named[2]) } : undefined
}
