const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`

/**
 * Prints what is running, that it still is, and how long it took. The output of the process itself is shown only when
 * it fails.
 */
export async function follow(what, child) {
  const begun = Date.now()
  const said = []
  child.stdout.on('data', (chunk) => said.push(chunk))
  child.stderr.on('data', (chunk) => said.push(chunk))
  console.error(`${what} …`)
  const timer = setInterval(() => console.error(`${what} … ${seconds(begun)}`), 5000)
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  }).finally(() => clearInterval(timer))
  if (code !== 0) throw new Error(`${Buffer.concat(said)}\n${what} failed after ${seconds(begun)}.`)
  console.error(`${what}: done in ${seconds(begun)}`)
}
