import type { LucideIcon } from 'lucide-react'
import { matchSorter, rankings } from 'match-sorter'

const commandGroups = ['Recent', 'Environments', 'Projects', 'Go to', 'Do'] as const
type CommandGroupName = (typeof commandGroups)[number]

/** Somewhere to go, or something to do. */
export interface Command {
  /** `kind:what`, stable across sessions. */
  readonly id: string
  readonly group: Exclude<CommandGroupName, 'Recent'>
  readonly label: string
  /** Context shown beside the label, such as the project. */
  readonly hint?: string
  /** Extra search terms. */
  readonly keywords?: readonly string[]
  readonly icon: LucideIcon
  /** The keyboard shortcut for it. */
  readonly keys?: string
  /** Shown in search results only. */
  readonly searchOnly?: boolean
  /** Offered after every search, whether it matches or not. */
  readonly always?: boolean
  /** Why it cannot be run now. */
  readonly blocked?: string | undefined
  readonly run: () => unknown
}

interface Ranked {
  readonly group: CommandGroupName
  readonly commands: readonly Command[]
}

const maxInGroup = 12
const maxRecent = 5

/** `DATABASE_URL` as words: each of them can begin a match. */
const asWords = (text: string) => text.replace(/[_\-./:]/g, ' ')

const ofLabel = [({ label }: Command) => label, ({ label }: Command) => asWords(label)]
/** A match in the hint never ranks above a match in the label. */
const ofAllWords = [
  ...ofLabel,
  { key: ({ hint = '' }: Command) => asWords(hint), maxRanking: rankings.CONTAINS },
  { key: ({ keywords = [] }: Command) => [...keywords], maxRanking: rankings.CONTAINS },
]

/** Commands that contain a word; if none does, labels with its letters in order: `dburl` in `DATABASE_URL`. */
function matching(commands: readonly Command[], word: string, recent: ReadonlySet<string>): Command[] {
  const recency = ({ id }: Command) => Number(recent.has(id))
  const baseSort = ({ item: a }: { item: Command }, { item: b }: { item: Command }) =>
    recency(b) - recency(a) || a.label.length - b.label.length
  const holding = matchSorter(commands, word, { keys: ofAllWords, threshold: rankings.CONTAINS, baseSort })
  return holding.length > 0 ? holding : matchSorter(commands, word, { keys: ofLabel, baseSort })
}

/** Commands before anything is typed: recent ones first, then the rest in their order. */
const offered = (commands: readonly Command[], recent: readonly string[]): Ranked[] => {
  const byId = new Map(commands.map((command) => [command.id, command]))
  const last = recent.flatMap((id) => byId.get(id) ?? []).slice(0, maxRecent)
  return [
    { group: 'Recent', commands: last },
    ...commandGroups.slice(1).map((group) => ({
      group,
      commands: commands
        .filter((command) => command.group === group && !command.searchOnly && !last.includes(command))
        .slice(0, maxInGroup),
    })),
  ]
}

/** Commands that match every search term, best first: within each group, and groups by their best match. */
const rank = (commands: readonly Command[], search: string, recent: readonly string[]): Ranked[] => {
  const words = search.trim().split(/\s+/)
  const lately = new Set(recent)
  const ranked = words.reduceRight((left: readonly Command[], word) => matching(left, word, lately), commands)
  const groups = Map.groupBy(ranked, ({ group }) => group)
  return [...groups].map(([group, each]) => ({ group, commands: each.slice(0, maxInGroup) }))
}

const isFilled = ({ commands }: Ranked) => commands.length > 0

export function rankCommands(
  commands: readonly Command[],
  search: string,
  recent: readonly string[],
): readonly Ranked[] {
  if (search.trim() === '') return offered(commands, recent).filter(isFilled)
  const groups = rank(commands, search, recent)
  const ranked = new Set(groups.flatMap((group) => group.commands))
  const others = commands.filter((command) => command.always && !ranked.has(command))
  const last = groups.find(({ group }) => group === 'Do') ?? { group: 'Do' as const, commands: [] }
  const withOthers = { ...last, commands: [...last.commands, ...others] }
  return [
    ...groups.map((group) => (group === last ? withOthers : group)),
    ...(groups.includes(last) ? [] : [withOthers]),
  ].filter(isFilled)
}
