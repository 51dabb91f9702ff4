import type { Db } from '../../db/connect.ts'
import { preparedQuery } from '../../db/prepared-query.ts'
import { canonicalName } from './environment-store.ts'

const find = preparedQuery((db) =>
  db
    .selectFrom('environments')
    .select(['id', 'name_canonical'])
    .where('project_id', '=', 0)
    .where((eb) => eb.or([eb('name_canonical', '=', ''), eb('id', '=', 0)])),
)

const none = -1
const idText = /^[1-9]\d{0,14}$/

/** Finds a project's environments: by `id`, or `named` by name or else by id. Proves no access: check it next. */
export async function findEnvironmentIds(
  db: Db,
  projectId: number,
  wanted: { readonly id: number } | { readonly named: string },
): Promise<number[]> {
  const name = 'named' in wanted ? canonicalName(wanted.named) : ''
  const id = 'id' in wanted ? wanted.id : idText.test(wanted.named) ? Number(wanted.named) : none
  const rows = await find(db, [projectId, name, id])
  const isNamed = (row: { name_canonical: string }) => row.name_canonical === name
  return rows.toSorted((left, right) => Number(isNamed(right)) - Number(isNamed(left))).map((row) => row.id)
}
