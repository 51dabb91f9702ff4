/** What a process that a test starts gets of our environment: where programs are, and Node's cache of compiled code. */
export const inheritedEnvironment = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
}
