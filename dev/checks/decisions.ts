// Decision records: short, of one form, listed in their index, and linked both ways with the records that replace them.

const maxLines = 40
const parts = ['Context', 'Decision', 'Consequences']
const folder = 'docs/decisions/'
const indexPath = `${folder}README.md`

/** A link that begins a sentence of the status, and the one that the other record has in return. */
const opposites = {
  'Replaced by': 'Replaces',
  'Replaced in part by': 'Replaces parts of',
  Replaces: 'Replaced by',
  'Replaces parts of': 'Replaced in part by',
} as const

type Relation = keyof typeof opposites

interface DecisionRecord {
  readonly path: string
  readonly title: string
  /** The numbers of the records that the status names. */
  readonly related: Readonly<Record<Relation, readonly number[]>>
}

const relations = Object.keys(opposites) as Relation[]

export const isRecord = (path: string): boolean => path.startsWith(folder) && path !== indexPath

const numberOf = (path: string): number => Number(path.slice(folder.length).split('-')[0])

const isStatus = (paragraph: string): boolean => paragraph.startsWith('**Status.**')
const statusOf = (text: string): string => text.split('\n\n').find(isStatus)?.replaceAll('\n', ' ') ?? ''

/** The records that the status links to in the sentence that begins with the relation. */
function linksOf(status: string, relation: Relation): number[] {
  const sentence = status.split(`${relation} [`)[1]?.split(' Replace')[0] ?? ''
  return Array.from(`[${sentence}`.matchAll(/\[(\d+)\]\(/g), ([, number]) => Number(number))
}

function readRecord(path: string, text: string): DecisionRecord {
  const status = statusOf(text)
  return {
    path,
    title: /^# \d+\. (.*)/.exec(text)?.[1] ?? '',
    related: {
      'Replaced by': linksOf(status, 'Replaced by'),
      'Replaced in part by': linksOf(status, 'Replaced in part by'),
      Replaces: linksOf(status, 'Replaces'),
      'Replaces parts of': linksOf(status, 'Replaces parts of'),
    },
  }
}

/** Faults of one record. Its status does not count as lines. */
export function judgeRecord(path: string, text: string): string[] {
  const counted = text.split('\n\n').filter((paragraph) => !isStatus(paragraph))
  const lines = counted.join('\n\n').trimEnd().split('\n').length
  const headings = Array.from(text.matchAll(/^\*\*(\w+)\.\*\*/gm), ([, part = '']) => part)
  const title = `# ${numberOf(path)}. `
  return [
    ...(text.startsWith(title) ? [] : [`${path}: the first line is "${title}" and a title`]),
    ...(lines > maxLines ? [`${path}: ${lines} lines, more than ${maxLines}`] : []),
    ...(headings.filter((part) => parts.includes(part)).join() === parts.join()
      ? []
      : [`${path}: a record has **Context.**, **Decision.** and **Consequences.**, in this order`]),
  ]
}

/** Relations that only one of the two records names. */
function judgeRelations(records: ReadonlyMap<number, DecisionRecord>): string[] {
  return Array.from(records).flatMap(([number, { path, related }]) =>
    relations.flatMap((relation) =>
      related[relation].flatMap((named) => {
        const target = records.get(named)
        if (!target) return [`${path}: there is no record ${named}`]
        const opposite = opposites[relation]
        return target.related[opposite].includes(number)
          ? []
          : [`${target.path}: its status lacks "${opposite} [${number}]"`]
      }),
    ),
  )
}

/** The beginning and the end of the row that the index has for a record; its date is in between. */
function rowOf(record: DecisionRecord, records: ReadonlyMap<number, DecisionRecord>): [string, string] {
  const nameOf = (path = '') => path.slice(folder.length)
  const relation = relations.slice(0, 2).find((name) => record.related[name].length > 0)
  const links = record.related[relation ?? 'Replaced by'].map(
    (number) => `[${number}](${nameOf(records.get(number)?.path)})`,
  )
  return [
    `| ${numberOf(record.path)} | [${record.title}](${nameOf(record.path)}) | `,
    ` | ${relation ? `${relation} ${links.join(', ')}` : 'Current'} |`,
  ]
}

/**
 * Faults of the index, and of the relations between records.
 * @param texts the text of each file in docs/decisions, by path
 */
export function judgeRecords(texts: ReadonlyMap<string, string>): string[] {
  const paths = Array.from(texts.keys()).filter(isRecord)
  const records = new Map(paths.map((path) => [numberOf(path), readRecord(path, texts.get(path) ?? '')]))
  const numberOfRow = (row: string) => Number(row.split(' ')[1])
  const rows = (texts.get(indexPath) ?? '').split('\n').filter((line) => /^\| \d/.test(line))
  const rowsOf = Map.groupBy(rows, numberOfRow)
  const missing = Array.from(records).flatMap(([number, record]) => {
    const [start, end] = rowOf(record, records)
    const [row, ...more] = rowsOf.get(number) ?? []
    return row?.startsWith(start) && row.endsWith(end) && more.length === 0
      ? []
      : [`${indexPath}: expected one row "${start}DATE${end}"`]
  })
  const stale = rows.filter((row) => !records.has(numberOfRow(row)))
  return [
    ...missing,
    ...stale.map((row) => `${indexPath}: there is no record ${numberOfRow(row)}`),
    ...judgeRelations(records),
  ]
}
