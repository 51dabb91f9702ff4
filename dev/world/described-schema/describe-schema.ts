import type { Engine } from '../../../apps/server/src/db/connect.ts'
import { indexesOf, keyOf, sqlTypes } from '../../../apps/server/src/db/schema/ddl.ts'
import type { ColumnSpec, TableDescription } from '../../../apps/server/src/db/schema/table.ts'
import { everyTable } from '../../../apps/server/src/db/tables.ts'
import {
  type DescribedColumn,
  type DescribedSchema,
  type DescribedTable,
  indexText,
  reference,
} from './described-table.ts'

/** What the schema describes. */
export const describeSchema = (engine: Engine): DescribedSchema =>
  Object.fromEntries(everyTable.map((table) => [table.name, describeTable(table, engine)]))

function describeTable(table: TableDescription, engine: Engine): DescribedTable {
  const { columns, options } = table
  const specs = Object.entries(columns).map(([name, { spec }]): [string, ColumnSpec] => [name, spec])
  const those = (is: (spec: ColumnSpec) => unknown) => specs.filter(([, spec]) => is(spec))
  return {
    columns: Object.fromEntries(specs.map(([name, spec]) => [name, describeColumn(spec, engine)])),
    key: keyOf(table, engine),
    uniques: [
      ...those(({ isUnique }) => isUnique).map(([name]) => name),
      ...(options.unique ?? []).map((names) => names.join()),
    ].toSorted(),
    references: those(({ references }) => references)
      .map(([name, { references = '' }]) => reference(name, references, 'id', 'cascade'))
      .toSorted(),
    indexes: Object.fromEntries(
      indexesOf(table).map(([name, { on = [], isUnique = false, expression, where }]) => [
        name,
        indexText(isUnique, expression ?? on.join(', '), where),
      ]),
    ),
    storage: storageOf(options.partitionedBy, engine),
  }
}

const storageOf = (partitionedBy: string | undefined, engine: Engine) => {
  if (partitionedBy === undefined) return ''
  return engine === 'sqlite' ? 'without rowid' : `RANGE (${partitionedBy})`
}

function describeColumn(spec: ColumnSpec, engine: Engine): DescribedColumn {
  const value = spec.default
  return {
    type: sqlTypes[engine][spec.kind],
    isRequired: !spec.isOptional && !(engine === 'sqlite' && spec.isPrimary),
    default: value === undefined ? null : typeof value === 'object' ? '' : String(value),
    isGenerated: spec.kind === 'id',
    isBytewise: engine === 'postgres' && spec.isBytewise === true,
  }
}
