/** '1,200', '1,200 projects', '1 entry', '2 entries'. */
export function formatCount(count: number, one?: string, many = `${one}s`): string {
  const figure = count.toLocaleString('en-US')
  return one === undefined ? figure : `${figure} ${count === 1 ? one : many}`
}
