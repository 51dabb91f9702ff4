/** What was revoked, as rows and lines of the log have it: ids only, under a MAC of this server. */

import { type RevocationKind, revocationKinds } from '@envhold/contract/operator/revocations.ts'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { revocations } from '../../db/schema/audit-log.ts'
import type { Row } from '../../db/tables.ts'
import { isUntampered } from '../../db/unless-tampered.ts'

export type RevocationRow = Row<'revocations'>

/** What a transaction revokes. */
export interface Revocation {
  readonly kind: RevocationKind
  readonly userId?: number | null
  readonly projectId?: number
  readonly environmentId?: number
  /** The id or name of the key, session or role. */
  readonly subject?: string
}

type Fact = Omit<RevocationRow, 'state' | 'detail' | 'logged' | 'mac'>
export type AuthenticFact = Fact & Pick<RevocationRow, 'mac'>

export const revocationMac = revocations.mac

const prefix = 'envhold-revoked'
const line =
  /envhold-revoked:([\w-]{16}):(\d{1,15}):([a-z_]{1,30}):(\d{0,15}):(\d{0,15}):(\d{0,15}):([\w-]{0,600}):([\w-]{44})/

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes as string).toString('base64url')

/** One word without quotes and spaces, which survives whatever collects the lines of a log. */
export const revocationText = (row: AuthenticFact) =>
  [
    prefix,
    row.id,
    row.at,
    row.kind,
    row.user_id ?? '',
    row.project_id ?? '',
    row.environment_id ?? '',
    base64url(row.subject),
    base64url(row.mac),
  ].join(':')

const idOf = (text: string | undefined) => (text ? Number(text) : null)

/** What a line of a log says was revoked, before its MAC is checked; undefined for any other line. */
export function parseRevocation(text: string): AuthenticFact | undefined {
  const [, id, at, kind, user, project, environment, subject = '', mac = ''] = line.exec(text) ?? []
  if (id === undefined || kind === undefined) return undefined
  return {
    id,
    at: Number(at),
    kind,
    user_id: idOf(user),
    project_id: idOf(project),
    environment_id: idOf(environment),
    subject: Buffer.from(subject, 'base64url').toString(),
    mac: Buffer.from(mac, 'base64url'),
  }
}

export const isRevocationKind = (kind: string): kind is RevocationKind =>
  revocationKinds.some((revocationKind) => revocationKind === kind)

/** Whether a server with this secret wrote it. */
export const isAuthentic = (secrets: ServerSecrets, row: AuthenticFact): boolean =>
  isUntampered(() => revocationMac.check(secrets, row))
