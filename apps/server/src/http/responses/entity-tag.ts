import { hash } from 'node:crypto'

/** More than a client that follows one resource ever keeps. */
const maxTags = 16
const aTag = /(?:W\/)?"([\x21\x23-\x7e]*)"/g

/** The opaque parts of the tags that If-None-Match lists (RFC 9110, 13.1.2: comparison is weak). */
export const tagsIn = (ifNoneMatch: string | undefined): string[] =>
  [...(ifNoneMatch ?? '').matchAll(aTag)].slice(0, maxTags).map(([, opaque = '']) => opaque)

/** Whether If-None-Match names this tag, in a list too. `*` does not: who says it has no bytes to go on with. */
export function isKnownTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag) return true
  const [opaque] = tagsIn(etag)
  return opaque !== undefined && tagsIn(ifNoneMatch).includes(opaque)
}

/** The ETag of an environment in a call by id: its version. It is strong, because a version never changes. */
export const versionTag = (version: number): string => `"${version}"`

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

/** The ETag of an answer that also contains the names of the project and the environment: a rename changes it. */
export const namedEnvironmentTag = (
  { environment, version }: Remembered,
  names: readonly [project: string, environment: string],
): string =>
  `"${environment}.${version}.${hash('sha256', JSON.stringify(names), 'base64url').slice(0, nameHashLength)}"`

const nameHashLength = 8
const anEnvironment = /^(\d{1,15})\.(\d{1,10})(?:\.[\w-]{8})?$/

/** The environments and versions in If-None-Match that have the format of an ETag of this server. */
export const rememberedIn = (ifNoneMatch: string | undefined): Remembered[] =>
  tagsIn(ifNoneMatch).flatMap((tag) => {
    const [, environment, version] = anEnvironment.exec(tag) ?? []
    return version === undefined ? [] : { environment: Number(environment), version: Number(version) }
  })
