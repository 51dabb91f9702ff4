/** '1,200', '1,200 projects', '1 entry', '2 entries'. */
export function formatCount(count: number, singular?: string, plural = `${singular}s`): string {
  const figure = count.toLocaleString('en-US')
  return singular === undefined ? figure : `${figure} ${count === 1 ? singular : plural}`
}
