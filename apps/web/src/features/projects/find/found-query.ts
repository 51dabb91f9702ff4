import { findVariables } from '@envhold/contract/variables/find.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Api } from '../../../connection/api/api.ts'
import { secretKey } from '../../../connection/api/read-query.ts'
import { useApi } from '../../../connection/use-api.ts'

const minTyped = 2
const maxWords = 60
const pauseMs = 150

/** Typed words as a pattern: each of them, in their order. Undefined for what no name has, or for too little. */
function patternOf(typed: string): string | undefined {
  const words = typed.trim()
  if (words.length < minTyped || words.length > maxWords || !/^[\w*? ]+$/.test(words)) return undefined
  return `*${words.split(/\s+/).join('*')}*`
}

/** Whatever was typed is forgotten with the answer, because it may have been a value. */
const foundQuery = (api: Api, pattern: string, first: number | undefined) =>
  queryOptions({
    gcTime: 0,
    queryKey: [secretKey, findVariables.name, pattern, first],
    queryFn: ({ signal }) =>
      api.call(
        findVariables,
        { body: { name: pattern, limit: foundLines.most, ...(first && { first }) } },
        { signal },
      ),
  })

/** Waits for a pause in what is typed. */
function useAfterPause(typed: string): string {
  const [paused, setPaused] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return paused
}

export const findFailedText = 'Variables could not be searched. Try again in a moment.'

/** How many lines are shown at first, and at most. */
const foundLines = { first: 8, most: 100 } as const

/**
 * The variables whose name has what was typed, over all projects. No value is read, so the vault can be locked.
 * @param first the project that comes first
 */
export function useFoundVariables(typed: string, first?: number) {
  const [whole, setWhole] = useState<string>()
  const pattern = patternOf(typed)
  const pausedPattern = patternOf(useAfterPause(typed))
  const query = useQuery({
    ...foundQuery(useApi(), pausedPattern ?? '', first),
    enabled: pausedPattern !== undefined && pattern !== undefined,
  })
  const isWanted = pattern !== undefined
  const data = isWanted && pausedPattern === pattern ? query.data : undefined
  const matches = data?.matches ?? []
  return {
    data,
    /** The lines to show: eight of them until all are wanted. */
    lines: whole === pattern ? matches : matches.slice(0, foundLines.first),
    showAll: () => setWhole(pattern),
    /** It is not known yet whether there is one. */
    isLooking: isWanted && (pausedPattern !== pattern || query.isFetching),
    isFailed: isWanted && pausedPattern === pattern && query.isError,
  }
}
