import type { ReactNode } from 'react'

const icon = (path: string) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    className="size-4"
  >
    <path d={path} />
  </svg>
)

/**
 * A grid shows hundreds of signs while it scrolls, so the frequent ones are a single element with a character or a
 * border. An icon of the library would cost two components and up to ten elements.
 */
const box = 'grid h-[18px] min-w-[18px] shrink-0 place-items-center'
const sign = (character: string) => (
  <span aria-hidden="true" className={`${box} text-[18px] leading-none text-ink-3`}>
    {character}
  </span>
)
const boxed = (content: ReactNode, style: string) => (
  <span aria-hidden="true" className={`${box} ${style}`}>
    {content}
  </span>
)

/** How a value compares, or what is to be saved. */
export const signs = {
  unread: sign('…'),
  missing: (
    <span
      aria-hidden="true"
      className="m-0.5 block size-3.5 shrink-0 rounded-full border-[1.5px] border-dashed border-ink-3"
    />
  ),
  alone: boxed(
    icon('M21 12a9 9 0 1 1-18 0a9 9 0 1 1 18 0M12.5 12a.5.5 0 1 1-1 0a.5.5 0 1 1 1 0'),
    'text-ink-3',
  ),
  'same-secret': boxed(
    icon('m21.7 18-8-14a2 2 0 0 0-3.4 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.7-3M12 9v4M12 17h.01'),
    'text-warn',
  ),
  same: sign('='),
  different: sign('≠'),
  added: boxed(icon('M5 12h14M12 5v14'), 'text-accent'),
  changed: boxed(
    icon(
      'M21.2 6.8a1 1 0 0 0-4-4L3.8 16.2a2 2 0 0 0-.5.8l-1.3 4.4a.5.5 0 0 0 .6.6l4.4-1.3a2 2 0 0 0 .8-.5zM15 5l4 4',
    ),
    'text-accent',
  ),
} as const

/** Of values that some of the others have, too. */
export const groupSign = (group: number) => (
  <span
    aria-hidden="true"
    className={`${box} rounded-sm border border-control-line px-0.5 font-mono text-small leading-none text-ink-2`}
  >
    {groupName(group)}
  </span>
)

/** A, B … Z, AA, AB …, as spreadsheets name their columns. */
export function groupName(group: number): string {
  const last = String.fromCharCode(65 + (group % 26))
  return group < 26 ? last : groupName(Math.floor(group / 26) - 1) + last
}
