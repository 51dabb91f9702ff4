const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const

/** A size in decimal units, such as '49.9 MB'. It is rounded down: what is not full never reads as full. */
export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const amount = bytes / 1_000 ** power
  const rounded = amount < 100 ? Math.floor(amount * 10) / 10 : Math.floor(amount)
  return `${rounded} ${units[power]}`
}
