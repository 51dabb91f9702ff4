/** Receives each problem when it is found: where it is, by table and id, and what is wrong. */
export type OnFinding = (table: string, id: string | number, problem: string) => void

/** SQLite: the file is damaged, or is not a database. */
const sqlite = new Set([11, 26])
/** PostgreSQL: data or an index is corrupted. */
const postgres = new Set(['XX001', 'XX002'])

/** Whether an error means that stored pages are damaged. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error && typeof error.errcode === 'number') return sqlite.has(error.errcode & 0xff)
  return 'code' in error && postgres.has(String(error.code))
}
