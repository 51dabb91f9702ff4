/** The host names that mean this computer, as a URL spells them. */
export const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/
