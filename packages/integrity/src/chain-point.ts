/** A point of a chain that somebody noted: everything up to this sequence number has this link. */
export interface ChainPoint {
  /** `usage/7`, `activity/project/7` and the like. */
  readonly chain: string
  readonly sequence: number
  readonly link: Uint8Array
}

const pattern =
  /^((?:usage|activity\/project|activity\/account)\/[1-9]\d{0,15}|activity\/instance):([1-9]\d{0,15}):([0-9a-f]{64})$/

/** Reads `usage/7:123:01ab…`, as {@link pointText} writes it. @returns undefined for any other text */
export function parsePoint(text: string): ChainPoint | undefined {
  const [, chain, digits, link] = pattern.exec(text) ?? []
  const sequence = Number(digits)
  if (chain === undefined || link === undefined || !Number.isSafeInteger(sequence)) return undefined
  return { chain, sequence, link: Buffer.from(link, 'hex') }
}

/** Chain, sequence number and link in hex: how a head is printed, noted and compared. */
export const pointText = ({ chain, sequence, link }: ChainPoint): string =>
  `${chain}:${sequence}:${Buffer.from(link).toString('hex')}`
