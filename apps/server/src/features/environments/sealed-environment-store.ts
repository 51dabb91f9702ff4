import type { Db } from '../../db/connect.ts'
import { preparedQuery } from '../../db/prepared-query.ts'
import type { GrantsTable } from '../../db/tables.ts'

/** The holder who reads, as grants name it. */
export interface GrantHolder {
  readonly kind: GrantsTable['kind']
  readonly id: string
}

/**
 * An environment's head, its newest sealed version and the reader's grant: one row with everything that a read needs.
 */
const sealedEnvironments = (db: Db, holder: GrantHolder, knownVersion: number) =>
  db
    .selectFrom('environments')
    .leftJoin('grants', (join) =>
      join
        .onRef('grants.environment_id', '=', 'environments.id')
        .on('grants.kind', '=', holder.kind)
        .on('grants.principal', '=', holder.id),
    )
    .leftJoin('environment_epochs', (join) =>
      join
        .onRef('environment_epochs.environment_id', '=', 'environments.id')
        .onRef('environment_epochs.epoch', '=', 'environments.epoch'),
    )
    .leftJoin('environment_versions', (join) =>
      join
        .onRef('environment_versions.environment_id', '=', 'environments.id')
        .onRef('environment_versions.version', '=', 'environments.version'),
    )
    .selectAll('environments')
    .select((eb) => [
      'grants.epoch as grant_epoch',
      'grants.sealed as grant_sealed',
      'grants.mac as grant_mac',
      'environment_epochs.key_id',
      'environment_versions.epoch as sealed_epoch',
      // A version that the reader already has is not read.
      eb
        .case()
        .when('environments.version', '=', knownVersion)
        .then(null)
        .else(eb.ref('environment_versions.sealed'))
        .end()
        .as('sealed'),
    ])

const nobody: GrantHolder = { kind: 'user', id: '' }

const findByName = preparedQuery((db) =>
  sealedEnvironments(db, nobody, 0)
    .where('environments.project_id', '=', 0)
    .where((eb) => eb.or([eb('environments.name_canonical', '=', ''), eb('environments.id', '=', 0)])),
)

export type SealedEnvironment = Awaited<ReturnType<typeof findByName>>[number]

const none = -1
/** The maximum of the column; a client that claims a later version gets a full response. */
const latest = 2 ** 31 - 1
const idText = /^[1-9]\d{0,15}$/

interface Wanted {
  readonly project: number
  /** A name or, if no environment has that name, an id. */
  readonly named: string
  /** The version that the caller has: its values are not read again. */
  readonly knownVersion?: number | undefined
}

/** Finds an environment of a project by its name or, if none has that name, by its id. */
export async function findSealedByName(
  db: Db,
  { kind, id: principal }: GrantHolder,
  { project, named, knownVersion = none }: Wanted,
): Promise<SealedEnvironment | undefined> {
  const name = named.toLowerCase()
  const id = idText.test(named) ? Number(named) : none
  const known = knownVersion <= latest ? knownVersion : none
  const rows = await findByName(db, [known, kind, principal, project, name, id])
  return rows.find((row) => row.name_canonical === name) ?? rows[0]
}
