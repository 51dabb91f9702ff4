/** What a check box does: over the limit nothing is added, but a single place changes hands. */
export function retainedChoice(
  kept: readonly number[],
  { id, on, max }: { id: number; on: boolean; max: number },
): readonly number[] {
  const others = kept.filter((each) => each !== id)
  if (!on) return others
  if (max === 1) return [id]
  return others.length < max ? [...others, id] : kept
}

/** What stays if the owner chooses nothing now: an earlier choice, else what the server would not archive. */
export function initialRetained(
  projects: readonly { readonly id: number }[],
  {
    keep,
    toArchive,
    maxProjects,
  }: { keep: readonly number[]; toArchive: readonly number[]; maxProjects: number },
): readonly number[] {
  const ids = projects.map(({ id }) => id)
  const stay = ids.filter((id) => !toArchive.includes(id))
  const chosen = ids.filter((id) => keep.includes(id))
  const wanted = [...chosen, ...stay.filter((id) => !chosen.includes(id))]
  return maxProjects === -1 ? wanted : wanted.slice(0, maxProjects)
}
