/** Sizes, counts and durations, as operators read them. */
const steps = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const

export function bytesText(bytes: number): string {
  const step = Math.min(bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10), steps.length - 1)
  const amount = bytes / 1024 ** step
  return `${amount.toLocaleString('en-US', { maximumFractionDigits: amount < 10 ? 1 : 0 })} ${steps[step]}`
}

export const countText = (count: number): string => count.toLocaleString('en-US')

/** @param max where counting stopped */
export const boundedText = (count: number, max: number): string =>
  count >= max ? `${countText(max)} or more` : countText(count)

export function durationText(ms: number): string {
  if (ms < 1_000) return `${ms} ms`
  return ms < 60_000 ? `${(ms / 1_000).toFixed(1)} s` : `${(ms / 60_000).toFixed(1)} min`
}
