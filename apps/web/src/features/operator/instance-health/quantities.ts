import { formatCount } from '../../../ui/text/format.ts'

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const

/** '900 B', '1.5 MiB', '42 GiB'. */
export function formatBinaryBytes(bytes: number): string {
  const unit = Math.min(bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10), units.length - 1)
  const amount = bytes / 1024 ** unit
  return `${amount.toLocaleString('en-US', { maximumFractionDigits: amount < 10 ? 1 : 0 })} ${units[unit]}`
}

/** @param max where counting stopped */
export const boundedText = (count: number, max: number): string =>
  count >= max ? `${formatCount(max)} or more` : formatCount(count)

export function durationText(ms: number): string {
  if (ms < 1_000) return `${ms} ms`
  return ms < 60_000 ? `${(ms / 1_000).toFixed(1)} s` : `${(ms / 60_000).toFixed(1)} min`
}
