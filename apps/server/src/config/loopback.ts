/** The host names of this machine, as URLs spell them. */
export const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/
